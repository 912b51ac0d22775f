/** Why a model at an address cannot be shown; a text under `ar.problem`. */
export type RemoteProblem = 'blocked' | 'status' | 'format' | 'extension' | 'size'

/** A model at an address that cannot be shown. */
export class RemoteModelError extends Error {
  readonly problem: RemoteProblem
  /** The HTTP status or the name of the extension. */
  readonly detail: string

  constructor(problem: RemoteProblem, detail = '') {
    super(`${problem} ${detail}`.trim())
    this.name = 'RemoteModelError'
    this.problem = problem
    this.detail = detail
  }
}
