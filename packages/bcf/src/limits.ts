/** Limits of one archive; larger ones are rejected, as real archives are far smaller. */
export const bcfLimits = {
  entries: 50_000,
  /** Total uncompressed size of the archive. */
  inflatedBytes: 256 * 1024 ** 2,
  xmlBytes: 16 * 1024 ** 2,
  imageBytes: 16 * 1024 ** 2,
  documentBytes: 64 * 1024 ** 2,
  topics: 20_000,
  elementsPerDocument: 500_000,
  /** Total of all documents of an archive. */
  elements: 5_000_000,
  attributesPerElement: 64,
  depth: 32,
} as const
