/** Why a database could not be opened; each comes with one sentence for the person who starts the server. */
export type DatabaseOpenFailure = 'folder-in-use' | 'schema-newer' | 'not-durable' | 'migration-failed' | 'unreachable'

/** Thrown by `openDatabase`; its message is fit for the person who starts the server. */
export class DatabaseOpenError extends Error {
  readonly reason: DatabaseOpenFailure
  constructor(reason: DatabaseOpenFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'DatabaseOpenError'
    this.reason = reason
  }
}
