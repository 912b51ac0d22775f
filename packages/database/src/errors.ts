/** Reasons why a database could not be opened; each has one sentence for the operator who starts the server. */
export type DatabaseOpenFailure = 'folder-in-use' | 'schema-newer' | 'not-durable' | 'migration-failed' | 'unreachable'

/** Error of `openDatabase`; its message is suitable for the operator who starts the server. */
export class DatabaseOpenError extends Error {
  readonly reason: DatabaseOpenFailure
  constructor(reason: DatabaseOpenFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'DatabaseOpenError'
    this.reason = reason
  }
}
