/**
 * Reasons why Autodesk's cloud gave no model: the credentials are rejected; the service does not respond or is too
 * busy; it took too long; it could not translate the file; the file has only drawings; its response cannot be read.
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

/** An error inside the provider; its message never contains an address, a token or a secret. */
export class CloudError extends Error {
  readonly refusal: CloudRefusal
  constructor(refusal: CloudRefusal, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'CloudError'
    this.refusal = refusal
  }
}
