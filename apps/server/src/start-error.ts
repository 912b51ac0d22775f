/** What programs may want to know of a `StartError`: the files of the database are somewhere else, or another's are here. */
export type StartErrorReason = 'storage-elsewhere' | 'storage-taken'

/** Why the server cannot start; the message is one sentence fit for the person who starts it. */
export class StartError extends Error {
  readonly reason: StartErrorReason | null
  constructor(message: string, options: { readonly cause?: unknown; readonly reason?: StartErrorReason } = {}) {
    super(message, options)
    this.name = 'StartError'
    this.reason = options.reason ?? null
  }
}
