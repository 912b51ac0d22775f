/** Why an operation on the deployment was not done; the message is one sentence for whoever asked for it. */
export class OperationError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OperationError'
  }
}
