import type {
  BlockClip,
  BlockHeader,
  Drawing,
  StoredBody,
  UnreadObject,
  Entity,
  DrawingVariables,
  Layer,
  Layout,
  LineType,
  TextStyle,
  ViewportEntry,
} from '../drawing/index.js'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import type { DxfBlock } from './dxf-block.js'
import { DxfLookup } from './dxf-lookup.js'
import { entityNames } from './entities/decoders.js'
import { indexDrawing, type DrawingIndex } from './file/drawing-index.js'
import { BinarySource, binaryMagic } from './groups/binary-source.js'
import type { GroupSource } from './groups/group-source.js'
import type { DxfRecord } from './groups/group-table.js'
import { getEncoding, TextDecoding } from './groups/text-encoding.js'
import { TextSource } from './groups/text-source.js'
import { readInvertedOutline, readSpatialFilter } from './objects/block-clip.js'
import { readBlocks } from './objects/blocks.js'
import { readBodyData } from './objects/body-data.js'
import { findDictionaryEntry, readSortTable } from './objects/dictionary.js'
import { readLayout } from './objects/layout.js'
import { readViewportEntry } from './objects/table-entries.js'
import { RecordStore } from './record-store.js'
import { HeaderVariables, readVariables } from './variables.js'

const firstWithLayouts = 'AC1015'

/**
 * Opens a DXF, text or binary, of release 9 or later. Its records are located, and tables and layouts read; entities
 * are read when they are asked for.
 * @throws {MalformedRecordError} for other files.
 */
export function openDxf(file: Uint8Array): Drawing {
  return new DxfDrawing(file)
}

const isBinary = (file: Uint8Array): boolean =>
  String.fromCharCode(...file.subarray(0, binaryMagic.length)) === binaryMagic

class DxfDrawing implements Drawing {
  readonly variables: DrawingVariables
  readonly encoding: string
  readonly layers: readonly Layer[]
  readonly lineTypes: readonly LineType[]
  readonly textStyles: readonly TextStyle[]
  readonly viewportEntries: readonly ViewportEntry[]
  readonly blocks: readonly DxfBlock[]
  readonly layouts: readonly Layout[]
  readonly isTruncated: boolean
  readonly statedBytes = null
  readonly missingObjects = 0
  readonly #index: DrawingIndex
  readonly #store: RecordStore
  readonly #lookup: DxfLookup
  readonly #release: string
  readonly #clips = new Map<number, BlockClip | null>()
  /** Dictionaries of blocks whose draw order was read. */
  readonly #sortedBlocks = new Set<number>()
  #positions: ReadonlyMap<number, number> | null = null
  #bodies: ReadonlyMap<number, StoredBody> | null = null

  constructor(file: Uint8Array) {
    const source: GroupSource = isBinary(file) ? new BinarySource(file) : new TextSource(file)
    this.#index = indexDrawing(source)
    if (this.#index.sectionCount === 0) throw new MalformedRecordError('no sections')
    this.isTruncated = !this.#index.isComplete || source.isDamaged
    const header = new HeaderVariables(source, this.#index.variables)
    this.#release = header.readText('$ACADVER')
    this.variables = readVariables(header)
    const codePage = header.readText('$DWGCODEPAGE')
    this.encoding = getEncoding(codePage)
    const decoding = new TextDecoding({ release: this.#release, codePage })
    this.#store = new RecordStore(source, decoding)
    this.#lookup = new DxfLookup({
      store: this.#store,
      index: this.#index,
      decode: (raw) => decoding.decode(raw),
      blocks: () => this.blocks,
      findPosition: (handle) => this.#findPosition(handle),
    })
    this.blocks = readBlocks(
      { index: this.#index, store: this.#store, lookup: this.#lookup },
      {
        readEntity: (position, handle) => this.#lookup.readEntity(position, handle),
        readName: (position) => this.#store.readName(position),
        readDrawOrder: (block) => this.#readDrawOrder(block),
      },
    )
    this.layers = this.#lookup.layers.list
    this.lineTypes = this.#lookup.lineTypes.list
    this.textStyles = this.#lookup.textStyles.list
    this.viewportEntries = this.#readAll('VPORT', readViewportEntry)
    this.layouts = this.#readLayouts()
  }

  get unread(): readonly UnreadObject[] {
    return this.#store.unread
  }

  get bodies(): ReadonlyMap<number, StoredBody> {
    this.#bodies ??= new Map(
      this.#readAll('ACDSRECORD', readBodyData).flatMap((body) =>
        body ? [[body.handle, { bytes: body.acis, isDamaged: false }] as const] : [],
      ),
    )
    return this.#bodies
  }

  *entitiesNamed(names: ReadonlySet<string>): Generator<Entity> {
    for (const { index } of this.blocks)
      for (let at = 0; at < index.positions.length; at++) {
        const name = this.#store.readName(index.positions[at])
        if (!names.has(entityNames[name] ?? name)) continue
        const entity = this.#lookup.readEntity(index.positions[at], index.handles[at])
        if (entity) yield entity
      }
  }

  findClip({ dictionaryHandle }: Entity): BlockClip | null {
    if (dictionaryHandle === 0) return null
    let clip = this.#clips.get(dictionaryHandle)
    if (clip === undefined) {
      clip = this.#readClip(dictionaryHandle)
      this.#clips.set(dictionaryHandle, clip)
    }
    return clip
  }

  #readClip(dictionaryHandle: number): BlockClip | null {
    const filters = this.#findEntry(dictionaryHandle, 'ACAD_FILTER')
    const filter = this.#readObject(this.#findEntry(filters, 'SPATIAL'), readSpatialFilter)
    if (!filter?.isOn || filter.outline.length < 2) return null
    const recordHandle = this.#findEntry(filter.dictionaryHandle, 'ACAD_XREC_ROUNDTRIP')
    const inverted = this.#readObject(recordHandle, readInvertedOutline) ?? []
    const isInverted = inverted.length >= 2
    return { ...filter, isInverted, outline: isInverted ? inverted : filter.outline }
  }

  /** Returns the handle of an entry of a dictionary; 0 without one. */
  #findEntry(dictionaryHandle: number, name: string): number {
    return this.#readObject(dictionaryHandle, (record) => findDictionaryEntry(record, name)) ?? 0
  }

  #readObject<Value>(handle: number, read: (record: DxfRecord) => Value): Value | null {
    const position = handle === 0 ? undefined : this.#index.objects.get(handle)
    return position === undefined ? null : this.#store.read(position, read)
  }

  #readAll<Value>(name: string, read: (record: DxfRecord) => Value): Value[] {
    return (this.#index.records.get(name) ?? []).flatMap((position) => this.#store.read(position, read) ?? [])
  }

  #readDrawOrder({ handle, dictionaryHandle }: BlockHeader): ReadonlyMap<number, number> {
    // A dictionary and its table belong to one block. Others that state them have no order of their own.
    const isStatedAgain = dictionaryHandle === 0 || this.#sortedBlocks.has(dictionaryHandle)
    this.#sortedBlocks.add(dictionaryHandle)
    const table = isStatedAgain ? 0 : this.#findEntry(dictionaryHandle, 'ACAD_SORTENTS')
    return this.#readObject(table, (record) => readSortTable(record, handle)) ?? new Map<number, number>()
  }

  #readLayouts(): Layout[] {
    const blocks = new Map(this.blocks.map((block) => [block.handle, block]))
    return this.#readAll('LAYOUT', readLayout).filter((layout) => {
      const block = blocks.get(layout.blockHandle)
      // Layouts that were deleted may remain in the file; blocks before 2000 state no layout.
      return block && (block.layoutHandle === layout.handle || this.#release < firstWithLayouts)
    })
  }

  #findPosition(handle: number): number {
    if (!this.#positions) {
      const positions = new Map<number, number>()
      for (const { index } of this.blocks) index.handles.forEach((own, at) => positions.set(own, index.positions[at]))
      this.#positions = positions
    }
    return this.#positions.get(handle) ?? -1
  }
}
