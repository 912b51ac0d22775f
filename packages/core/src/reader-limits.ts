/** Limits of one reader process; a reader that exceeds one ends as `limit-exceeded`. */
export const readerLimits = {
  wallClockMilliseconds: 15 * 60_000,
  cpuSeconds: 900,
  dataBytes: 4 * 1024 ** 3,
  outputFileBytes: 512 * 1024 ** 2,
  outputTotalBytes: 2 * 1024 ** 3,
  /** Files and folders. */
  outputFiles: 20_000,
  inflatedBytes: 1024 ** 3,
  /** Node opens all modules of an import at once; the drawing library has six hundred. */
  openFiles: 2048,
  processes: 64,
  nodes: 2_000_000,
  triangles: 60_000_000,
  /** Each is a row in the package and a matrix in memory. */
  instances: 5_000_000,
} as const
/** The limits of `readerLimits` with values configured for a deployment. */
export type ReaderLimits = { readonly [Name in keyof typeof readerLimits]: number }
