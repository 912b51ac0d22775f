/** Limits and timings of the product (specification section 9), with units in their names. */
export const limits = {
  /** Maximum size of an upload where neither the deployment nor the account sets another. */
  defaultUploadBytes: 104_857_600,
  /** Maximum that a deployment or an account may set: the largest object that S3 copies in one request. */
  maxUploadBytes: 5 * 1024 ** 3,
  /** Maximum incomplete uploads of an account. */
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
  /** Maximum length of the uploader's note on a version. */
  maxNoteCharacters: 500,
  maxProfileLineCharacters: 120,
  /** Maximum length of the reason for rejecting an account. */
  maxReasonCharacters: 500,
  maxBiographyCharacters: 1000,
  maxAvatarBytes: 8 * 1024 ** 2,
  maxAvatarPixels: 40_000_000,
  avatarSidePixels: 256,
  /** Maximum number of drawing fonts of an account and their maximum size: Asian fonts are the largest. */
  maxFonts: 50,
  maxFontBytes: 16 * 1024 ** 2,
  /** Maximum rows of one page of a list. */
  maxPageSize: 200,
  /** Maximum files in one ZIP archive. */
  maxArchivedFiles: 10_000,
  /** Maximum names looked up before a batch upload. */
  maxLookedUpNames: 1000,
  /** Maximum exceptions of a bulk operation on all matching files. */
  maxExceptedFiles: 1000,
  nestedViewerPanelPixels: { width: 500, height: 400 },
} as const
