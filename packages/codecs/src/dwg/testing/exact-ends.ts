import { ObjectReader } from '../bits/object-reader.js'
import { openContainer } from '../container/index.js'
import { DwgLookup } from '../entities/dwg-lookup.js'
import { readEntityHeader } from '../entities/header.js'
import { readVertex2d, readVertex3d, readVertexFace } from '../entities/polylines.js'
import { computeChecksum } from '../file/checksum.js'
import { readObjectMap } from '../file/object-map.js'
import { ObjectStore } from '../file/object-store.js'
import { readBlockHeader } from '../objects/block-header.js'
import { readDictionary, readSortTable } from '../objects/dictionary.js'
import { readLayer, readLineType, readMultilineStyle, readTextStyle } from '../objects/table-entries.js'
import type { DwgRelease } from '../release.js'

/** How many objects of a kind a drawing has, and how many of them are read to their last bits. */
export interface EndCount {
  count: number
  exactCount: number
}

type ReadObject = (reader: ObjectReader, lookup: DwgLookup) => unknown

const readVertexWith =
  (readVertex: (reader: ObjectReader) => unknown): ReadObject =>
  (reader, lookup) => {
    readEntityHeader(reader, lookup, 'VERTEX')
    readVertex(reader)
  }

/** Objects that are not entities of their own, by the numbers of their kinds. */
const objectReaders: Readonly<Record<number, readonly [name: string, read: ReadObject]>> = {
  4: ['BLOCK', readVertexWith((reader) => reader.readText())],
  5: ['ENDBLK', readVertexWith(() => null)],
  6: ['SEQEND', readVertexWith(() => null)],
  10: ['VERTEX', readVertexWith(readVertex2d)],
  11: ['VERTEX', readVertexWith(readVertex3d)],
  12: ['VERTEX', readVertexWith(readVertex3d)],
  13: ['VERTEX', readVertexWith(readVertex3d)],
  14: ['VERTEX', readVertexWith(readVertexFace)],
  42: ['DICTIONARY', readDictionary],
  49: ['BLOCK_HEADER', readBlockHeader],
  51: ['LAYER', (reader, lookup) => readLayer(reader, lookup, 0)],
  53: ['STYLE', (reader) => readTextStyle(reader, 0)],
  57: ['LTYPE', readLineType],
  73: ['MLINESTYLE', readMultilineStyle],
}

/** The ends of the objects of a drawing. */
export interface ExactEnds {
  readonly release: DwgRelease
  /** By the names of kinds in a DXF. */
  readonly kinds: ReadonlyMap<string, EndCount>
}

/**
 * Reads all objects of a drawing, and counts those whose data and references end exactly where their streams do: a
 * wrong layout would end elsewhere.
 */
export function countExactEnds(file: Uint8Array): ExactEnds {
  const container = openContainer(file)
  const store = new ObjectStore(container)
  const lookup = new DwgLookup(store, new Map(), { transparency: 0, font: 0 })
  const kinds = new Map<string, EndCount>()
  const add = (name: string, isExact: boolean): void => {
    const entry = kinds.get(name) ?? { count: 0, exactCount: 0 }
    entry.count++
    if (isExact) entry.exactCount++
    kinds.set(name, entry)
  }
  for (const handle of store.map.handles) {
    const name = store.read(handle, (reader) => findName(store, reader.kind))
    if (name) add(name, store.read(handle, (reader) => readObject(reader, store, lookup)) === true)
  }
  return { release: container.release, kinds }
}

function findName(store: ObjectStore, kind: number): string | null {
  if (store.getClassName(kind) === 'SORTENTSTABLE') return 'SORTENTSTABLE'
  return store.getDecoder(kind)?.name ?? objectReaders[kind]?.[0] ?? null
}

function readObject(reader: ObjectReader, store: ObjectStore, lookup: DwgLookup): boolean {
  const decoder = store.getDecoder(reader.kind)
  if (decoder) decoder.read(reader, readEntityHeader(reader, lookup, decoder.name), lookup)
  else if (store.getClassName(reader.kind) === 'SORTENTSTABLE') readSortTable(reader)
  else objectReaders[reader.kind]?.[1](reader, lookup)
  return reader.isAtEnd
}

/** Counts the objects of a drawing, and those that are followed by their checksum and state the handle of the map. */
export function countIntact(file: Uint8Array): { readonly count: number; readonly intactCount: number } {
  const container = openContainer(file)
  const section = container.readSection('AcDb:AcDbObjects') ?? new Uint8Array(0)
  const map = readObjectMap(container.readSection('AcDb:Handles') ?? new Uint8Array(0))
  const reader = new ObjectReader(section, container.release, container.codePage)
  let intactCount = 0
  for (const [row, handle] of map.handles.entries()) {
    const position = map.positions[row]
    if (!reader.tryOpenObject(position) || reader.peekHandle() !== handle) continue
    const end = reader.endPosition
    if (computeChecksum(section, position, end) === (section[end] | (section[end + 1] << 8))) intactCount++
  }
  return { count: map.size, intactCount }
}
