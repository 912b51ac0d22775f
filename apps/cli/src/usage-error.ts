/** Error for a command line that cannot be executed; its message is one sentence for the user. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
