/** What one archive may claim; more is refused, because nothing that people write is near it. */
export const bcfLimits = {
  entries: 50_000,
  /** Of everything in the archive, unpacked. */
  inflatedBytes: 256 * 1024 ** 2,
  xmlBytes: 16 * 1024 ** 2,
  imageBytes: 16 * 1024 ** 2,
  documentBytes: 64 * 1024 ** 2,
  topics: 20_000,
  elementsPerDocument: 500_000,
  /** Of all documents of an archive together. */
  elements: 5_000_000,
  attributesPerElement: 64,
  depth: 32,
} as const
