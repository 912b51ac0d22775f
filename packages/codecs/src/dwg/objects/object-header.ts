import type { ExtendedData, ObjectReader } from '../bits/object-reader.js'

/** What objects that are not entities begin with. */
export interface ObjectHeader {
  /** Dictionary with further data; 0 without one. */
  readonly dictionaryHandle: number
  readonly extendedData: readonly ExtendedData[]
}

/** Reads what objects that are not entities begin with (Open Design Specification, section 20.1). */
export function readObjectHeader(reader: ObjectReader): ObjectHeader {
  const { release } = reader
  const extendedData = reader.readHeader(true)
  if (release <= 14) reader.readStreamStart()
  const reactorCount = reader.readCount(0)
  const hasDictionary = release < 2004 || !reader.readFlag()
  if (release >= 2013) reader.readBit()
  reader.ownerHandle = reader.readHandle()
  reader.skipHandles(reactorCount)
  return { dictionaryHandle: hasDictionary ? reader.readHandle() : 0, extendedData }
}
