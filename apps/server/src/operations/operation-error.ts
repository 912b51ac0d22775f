/** Error of an operation on the deployment; the message is one sentence for the operator. */
export class OperationError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OperationError'
  }
}
