/** The command line asks for something that cannot be done; its message is one sentence for the person who typed it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
