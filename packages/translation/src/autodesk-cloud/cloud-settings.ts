/** How this deployment reaches Autodesk's cloud. The secret stays in the server's own process: no browser, reader or log sees it. */
export interface CloudSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Where files and derivatives are kept: `US`, `EMEA`, `AUS` and others that the service names. */
  readonly region: string
  /** `https://developer.api.autodesk.com`, or whoever speaks the same protocol. */
  readonly baseUrl: URL
}

/** Patience with the service. */
export interface CloudTiming {
  /** Between two looks at a translation under way. */
  readonly pollMilliseconds: number
  /** From the start of the upload to the last byte of the answer. */
  readonly maxMilliseconds: number
  /** Pause before a call is repeated; it doubles. */
  readonly firstRetryMilliseconds: number
  readonly maxRetryMilliseconds: number
  /** Of one call: answers `429` and `5xx`, and no answer at all. */
  readonly attempts: number
  /** Until one call has answered. */
  readonly callMilliseconds: number
  /** Until one part of a file has gone or one file has come. */
  readonly transferMilliseconds: number
  /** Size of the parts in which a file goes up; the service wants 5 MiB at least but for the last. */
  readonly partBytes: number
}

/** What holds unless a test says otherwise. */
export const cloudTiming: CloudTiming = {
  pollMilliseconds: 5_000,
  maxMilliseconds: 2 * 3_600_000,
  firstRetryMilliseconds: 1_000,
  maxRetryMilliseconds: 60_000,
  attempts: 6,
  callMilliseconds: 60_000,
  transferMilliseconds: 10 * 60_000,
  partBytes: 20 * 1024 ** 2,
}
