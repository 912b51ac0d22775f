/** Limits and timings of the product (specification section 9), with units in their names. */
export const limits = {
  maxUploadBytes: 104_857_600,
  /** Uploads of an account whose bytes are not all here. */
  maxUnfinishedUploads: 50,
  accessTokenLifetimeSeconds: 900,
  refreshSessionLifetimeSeconds: 12 * 3600,
  rememberedRefreshSessionLifetimeSeconds: 30 * 24 * 3600,
  viewerTokenLifetimeSeconds: 3600,
  viewerTokenDiscardBeforeExpiryMilliseconds: 300_000,
  viewerTokenRefreshMilliseconds: 1_800_000,
  statusPollingStartMilliseconds: 10_000,
  statusPollingIntervalMilliseconds: 5_000,
  uploadProgressResetMilliseconds: 1_000,
  minPasswordCharacters: 8,
  maxPasswordCharacters: 256,
  defaultQuotaBytes: 100 * 1024 ** 3,
  binRetentionDays: 30,
  maxFileNameCharacters: 255,
  /** Of what the uploader of a version says about it. */
  maxNoteCharacters: 500,
  maxProfileLineCharacters: 120,
  /** Of why an account is rejected. */
  maxReasonCharacters: 500,
  maxBiographyCharacters: 1000,
  maxAvatarBytes: 8 * 1024 ** 2,
  maxAvatarPixels: 40_000_000,
  avatarSidePixels: 256,
  /** Drawing fonts of an account, and how large one may be: Asian ones are the largest. */
  maxFonts: 50,
  maxFontBytes: 16 * 1024 ** 2,
  /** Rows of one page of a list. */
  maxPageSize: 200,
  /** Files of one ZIP archive. */
  maxArchivedFiles: 500,
  /** Names that are looked up before a batch is uploaded. */
  maxLookedUpNames: 1000,
  /** Files that a deed on everything that matches may leave out. */
  maxExceptedFiles: 1000,
  nestedViewerPanelPixels: { width: 500, height: 400 },
} as const

/** What one reader process may use; an over-limit reader ends as `limit-exceeded`. */
export const readerLimits = {
  wallClockMilliseconds: 15 * 60_000,
  cpuSeconds: 900,
  dataBytes: 4 * 1024 ** 3,
  outputFileBytes: 512 * 1024 ** 2,
  outputTotalBytes: 2 * 1024 ** 3,
  /** Files and folders. */
  outputFiles: 20_000,
  inflatedBytes: 1024 ** 3,
  /** Node opens all modules of an import at once; the library for drawings has six hundred. */
  openFiles: 2048,
  processes: 64,
  nodes: 2_000_000,
  triangles: 60_000_000,
} as const
/** The names of `readerLimits` with values of a deployment's choice. */
export type ReaderLimits = { readonly [Name in keyof typeof readerLimits]: number }
