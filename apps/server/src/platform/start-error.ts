/**
 * Machine-readable reason of a `StartError`: the files of the database are elsewhere, or those of another one are here.
 */
export type StartErrorReason = 'storage-elsewhere' | 'storage-taken'

/** Error that prevents the server's start; the message is one sentence for the operator. */
export class StartError extends Error {
  readonly reason: StartErrorReason | null
  constructor(message: string, options: { readonly cause?: unknown; readonly reason?: StartErrorReason } = {}) {
    super(message, options)
    this.name = 'StartError'
    this.reason = options.reason ?? null
  }
}
