/**
 * Why Autodesk's cloud gave no model: the credentials are not taken; the service does not answer or is too busy; it took
 * too long; it could not translate the file; there are only drawings in the file; its answer cannot be read.
 */
export const cloudRefusals = [
  'credentials',
  'unavailable',
  'time-limit',
  'not-translated',
  'only-sheets',
  'not-readable',
] as const
/** One of `cloudRefusals`. */
export type CloudRefusal = (typeof cloudRefusals)[number]

/** Thrown inside the provider; its message never holds an address, a token or a secret. */
export class CloudError extends Error {
  readonly refusal: CloudRefusal
  constructor(refusal: CloudRefusal, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'CloudError'
    this.refusal = refusal
  }
}
