/** Reason why a model at an address cannot be shown; key of a text under `ar.problem`. */
export type RemoteErrorReason = 'blocked' | 'status' | 'format' | 'extension' | 'size'

/** Error for a model at an address that cannot be shown. */
export class RemoteModelError extends Error {
  readonly reason: RemoteErrorReason
  /** The HTTP status or the name of the extension. */
  readonly detail: string

  constructor(reason: RemoteErrorReason, detail = '') {
    super(`${reason} ${detail}`.trim())
    this.name = 'RemoteModelError'
    this.reason = reason
    this.detail = detail
  }
}
