import type { BlockHeader as StoredBlockHeader } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { OwnedEntities } from '../entities/lookup.js'
import { readObjectHeader } from './object-header.js'
import { readEntryName } from './table-entries.js'

/** What a BLOCK_HEADER states. */
export interface BlockHeader extends StoredBlockHeader {
  readonly owned: OwnedEntities
  /** Handle of the BLOCK, which states the number in the name of an anonymous block. */
  readonly beginHandle: number
}

/** Reads a BLOCK_HEADER. */
export function readBlockHeader(reader: ObjectReader): BlockHeader {
  const { dictionaryHandle } = readObjectHeader(reader)
  const { release, handle } = reader
  const name = readEntryName(reader)
  reader.readBit()
  reader.readBit()
  const isReference = reader.readFlag()
  const isOverlay = reader.readFlag()
  if (release >= 2000) reader.readBit()
  const isExternal = isReference || isOverlay
  const ownedCount = release >= 2004 && !isExternal ? reader.readCount(0) : 0
  const basePoint = reader.readPoint()
  const path = reader.readText()
  const insertCount = release >= 2000 ? skipInserts(reader) : 0
  if (release >= 2007) {
    reader.readShort()
    reader.readBit()
    reader.readByte()
  }
  reader.skipHandles(1)
  const beginHandle = reader.readHandle()
  const owned = readOwned(reader, { isExternal, ownedCount })
  reader.skipHandles(1)
  if (release >= 2000) reader.skipHandles(insertCount)
  const layoutHandle = release >= 2000 ? reader.readHandle() : 0
  const flags = { isExternal, isOverlay }
  return { handle, name, basePoint, path, ...flags, layoutHandle, owned, beginHandle, dictionaryHandle }
}

/** Skips a byte for each insert, and the preview. Returns the number of inserts. */
function skipInserts(reader: ObjectReader): number {
  let count = 0
  while (reader.readByte() !== 0) {
    count++
    reader.checkEnd()
  }
  reader.readText()
  reader.skipBytes(reader.readLong())
  return count
}

function readOwned(
  reader: ObjectReader,
  { isExternal, ownedCount }: { readonly isExternal: boolean; readonly ownedCount: number },
): OwnedEntities {
  if (reader.release >= 2004) return { handles: reader.readHandles(ownedCount) }
  return isExternal ? { handles: [] } : { owner: reader.handle, first: reader.readHandle(), last: reader.readHandle() }
}
