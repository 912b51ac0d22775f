/** Limits of what a DXF may state, far above those of drawings, so that memory stays in proportion to the file. */
export const limits = {
  /** Groups of a record; a record with more cannot be read. */
  groups: 4_000_000,
  /** Vertices of a polyline. */
  vertices: 1_000_000,
  /** Attributes of an insert. */
  attributes: 10_000,
  /** Blocks; further ones are left out. */
  blocks: 500_000,
  /** Entries of a table; further ones are left out. */
  tableEntries: 100_000,
} as const
