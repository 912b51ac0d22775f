/** The kernel, or the processor, does not let this process confine itself. */
export class ConfinementError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfinementError'
  }
}
