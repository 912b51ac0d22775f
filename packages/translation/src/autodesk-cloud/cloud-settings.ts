/**
 * Connection of this deployment to Autodesk's cloud. The secret stays in the server's own process: no browser, reader
 * or log sees it.
 */
export interface CloudSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Where files and derivatives are stored: `US`, `EMEA`, `AUS` and others that the service names. */
  readonly region: string
  /** `https://developer.api.autodesk.com`, or any service with the same API. */
  readonly baseUrl: URL
}

/** Timeouts and retries of the service. */
export interface CloudTiming {
  /** Between two polls of a translation in progress. */
  readonly pollMilliseconds: number
  /** From the start of the upload to the last byte of the response. */
  readonly maxMilliseconds: number
  /** Delay before the first retry; it doubles. */
  readonly firstRetryMilliseconds: number
  readonly maxRetryMilliseconds: number
  /** Of one call: on responses `429` and `5xx`, and on no response at all. */
  readonly attempts: number
  /** Timeout of one call. */
  readonly callMilliseconds: number
  /** Timeout of one part's upload or one file's download. */
  readonly transferMilliseconds: number
  /** Part size of an upload; the service requires at least 5 MiB except for the last part. */
  readonly partBytes: number
}

/** Default values outside tests. */
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
