/** Error if the kernel or the processor does not support confining this process. */
export class ConfinementError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfinementError'
  }
}
