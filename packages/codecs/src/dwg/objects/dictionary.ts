import type { ObjectReader } from '../bits/object-reader.js'
import { readObjectHeader } from './object-header.js'

/** Reads a DICTIONARY: handles by their names. */
export function readDictionary(reader: ObjectReader): ReadonlyMap<string, number> {
  readObjectHeader(reader)
  const { release } = reader
  const count = reader.readCount(0)
  if (release === 14) reader.readByte()
  if (release >= 2000) {
    reader.readShort()
    reader.readByte()
  }
  const entries = new Map<string, number>()
  for (let left = reader.checkCount(count, 8); left > 0; left--) {
    const name = reader.readText()
    entries.set(name, reader.readHandle())
  }
  return entries
}

/**
 * Reads the handles of the entries of a table from its control object.
 * @param extraCount Entries that are stated after the others: the spaces of the blocks, the inherited line types.
 */
export function readTableHandles(reader: ObjectReader, extraCount: number): readonly number[] {
  readObjectHeader(reader)
  return reader.readHandles(reader.readCount(0) + extraCount)
}

/** Reads a SORTENTSTABLE: positions in the draw order, as handles, by the handles of entities. */
export function readSortTable(reader: ObjectReader): ReadonlyMap<number, number> {
  readObjectHeader(reader)
  reader.skipHandles(1)
  const positions = new Map<number, number>()
  for (let left = reader.readCount(8); left > 0; left--) {
    // The positions are among the data, the entities among the references.
    const position = reader.readHandleValue(reader.handle)
    positions.set(reader.readHandle(), position)
  }
  return positions
}
