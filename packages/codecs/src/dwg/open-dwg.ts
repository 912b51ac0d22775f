import type { BlockClip, Drawing, StoredBody, UnreadObject } from '../drawing/drawing.js'
import type { Block, Entity } from '../drawing/index.js'
import type { DrawingVariables, Layer, Layout, LineType, TextStyle, ViewportEntry } from '../drawing/tables.js'
import type { DwgContainer } from './container/container.js'
import { openContainer } from './container/index.js'
import { tryRead } from './container/try-read.js'
import { DwgBlock } from './dwg-block.js'
import { DwgLookup } from './entities/dwg-lookup.js'
import { readEntityHeader } from './entities/header.js'
import { readDataStorage } from './file/data-storage.js'
import { ObjectStore } from './file/object-store.js'
import { readVariables } from './file/variables.js'
import { readInvertedOutline, readSpatialFilter } from './objects/block-clip.js'
import { readBlockHeader, type BlockHeader } from './objects/block-header.js'
import { readDictionary, readSortTable, readTableHandles } from './objects/dictionary.js'
import { readLayout } from './objects/layout.js'
import { readObjectHeader } from './objects/object-header.js'
import { readEntryName, readViewportEntry } from './objects/table-entries.js'
import { recognizeClasses } from './recognize-classes.js'
import { getEncoding } from './release.js'
import { salvageBlocks } from './salvage-blocks.js'

/** Kinds of control objects and of their entries, and how many entries each states beyond its number of entries. */
const tables = {
  blocks: [48, 49, 2],
  layers: [50, 51, 0],
  textStyles: [52, 53, 0],
  lineTypes: [56, 57, 0],
  viewports: [64, 65, 0],
  applications: [66, 67, 0],
} as const

const layoutKind = 82
const bodySection = 'AcDb:AcDsPrototype_1b'
/** Applications whose extended data state the opacity of layers, and the outline fonts of text styles. */
const transparencyApplication = 'AcCmTransparency'
const fontApplication = 'ACAD'

const defaultVariables: DrawingVariables = {
  insertionUnits: 0,
  lineTypeScale: 1,
  displaysLineWeights: false,
  isModelSpaceActive: true,
  pointMode: 0,
  pointSize: 0,
  extentsMin: [0, 0, 0],
  extentsMax: [0, 0, 0],
}

/**
 * Opens a DWG of release 13 or later. Tables and layouts are read, entities when they are asked for.
 * @throws {MalformedRecordError} for other files, or if the maps of the file cannot be read.
 */
export function openDwg(file: Uint8Array): Drawing {
  return new DwgDrawing(file)
}

class DwgDrawing implements Drawing {
  readonly variables: DrawingVariables
  readonly encoding: string
  readonly layers: readonly Layer[]
  readonly lineTypes: readonly LineType[]
  readonly textStyles: readonly TextStyle[]
  readonly viewportEntries: readonly ViewportEntry[]
  readonly blocks: readonly DwgBlock[]
  readonly layouts: readonly Layout[]
  readonly isTruncated: boolean
  readonly statedBytes: number
  readonly bodies: ReadonlyMap<number, StoredBody>
  readonly #store: ObjectStore
  readonly #lookup: DwgLookup

  constructor(file: Uint8Array) {
    const container = openContainer(new Uint8Array(file.buffer, file.byteOffset, file.byteLength))
    this.#store = new ObjectStore(container)
    if (this.#store.isDamaged) this.#store.addClasses(recognizeClasses(this.#store))
    this.isTruncated = this.#store.isIncomplete
    this.statedBytes = container.fileBytes
    this.encoding = getEncoding(container.codePage)
    this.variables = tryRead(() => readVariables(container)) ?? defaultVariables
    const blocks = new Map<number, Block>()
    this.#lookup = new DwgLookup(this.#store, blocks, {
      transparency: this.#findApplication(transparencyApplication),
      font: this.#findApplication(fontApplication),
    })
    this.blocks = this.#readBlocks()
    for (const block of this.blocks) blocks.set(block.handle, block)
    this.layers = this.#listEntries('layers').map((handle) => this.#lookup.findLayer(handle))
    this.lineTypes = this.#listEntries('lineTypes').map((handle) => this.#lookup.findLineType(handle))
    this.textStyles = this.#listEntries('textStyles').map((handle) => this.#lookup.findTextStyle(handle))
    this.viewportEntries = this.#listEntries('viewports').flatMap(
      (handle) => this.#store.read(handle, readViewportEntry) ?? [],
    )
    this.layouts = this.#readLayouts()
    this.bodies = readBodies(container)
  }

  get unread(): readonly UnreadObject[] {
    return this.#store.unread
  }

  get missingObjects(): number {
    if (!this.#store.isDamaged) return 0
    const countMissing = ({ handles }: DwgBlock): number =>
      handles.reduce((count, handle) => (this.#store.map.findRow(handle) < 0 ? count + 1 : count), 0)
    const missingEntities = this.blocks.reduce((count, block) => count + countMissing(block), 0)
    // The map lists entities, too.
    return Math.max(this.#store.missingCount, missingEntities)
  }

  *entitiesNamed(names: ReadonlySet<string>): Generator<Entity> {
    const kinds = this.#findKinds(names)
    if (kinds.size === 0) return
    for (const block of this.blocks)
      for (const handle of block.handles) {
        const row = this.#store.map.findRow(handle)
        const entity = row >= 0 && kinds.has(this.#store.kinds[row]) ? this.#lookup.findEntity(handle) : null
        if (entity) yield entity
      }
  }

  /** Returns the numbers of the kinds of some names that the drawing has. */
  #findKinds(names: ReadonlySet<string>): ReadonlySet<number> {
    const isNamed = (kind: number): boolean => names.has(this.#store.getDecoder(kind)?.name ?? '')
    return new Set([...new Set(this.#store.kinds)].filter(isNamed))
  }

  findClip({ dictionaryHandle }: Entity): BlockClip | null {
    const filters = this.#findEntry(dictionaryHandle, 'ACAD_FILTER')
    const filterHandle = this.#findEntry(filters, 'SPATIAL')
    const filter = filterHandle === 0 ? null : this.#store.read(filterHandle, readSpatialFilter)
    if (!filter?.isOn || filter.outline.length < 2) return null
    const recordHandle = this.#findEntry(filter.dictionaryHandle, 'ACAD_XREC_ROUNDTRIP')
    const inverted = recordHandle === 0 ? null : this.#store.read(recordHandle, readInvertedOutline)
    const isInverted = (inverted?.length ?? 0) >= 2
    return { ...filter, isInverted, outline: isInverted && inverted ? inverted : filter.outline }
  }

  /** Returns the handle of an entry of a dictionary; 0 without one. */
  #findEntry(dictionaryHandle: number, name: string): number {
    if (dictionaryHandle === 0) return 0
    return this.#store.read(dictionaryHandle, readDictionary)?.get(name) ?? 0
  }

  #listEntries(table: keyof typeof tables): readonly number[] {
    const [controlKind, entryKind, extraCount] = tables[table]
    const [control] = this.#store.listKind(controlKind)
    // The control object of a damaged file may be missing or list less than there is.
    if (control === undefined || this.#store.isDamaged) return this.#store.listKind(entryKind)
    const entries = this.#store.read(control, (reader) => readTableHandles(reader, extraCount)) ?? []
    return entries.filter((entry) => entry !== 0)
  }

  #findApplication(name: string): number {
    const isNamed = (handle: number): boolean =>
      this.#store.read(handle, (reader) => {
        readObjectHeader(reader)
        return readEntryName(reader) === name
      }) === true
    return this.#listEntries('applications').find(isNamed) ?? 0
  }

  #readBlocks(): DwgBlock[] {
    const source = {
      store: this.#store,
      lookup: this.#lookup,
      chainedRows: new Uint8Array(this.#store.signature.release < 2004 ? this.#store.map.size : 0),
      readDrawOrder: (dictionary: number) => this.#readDrawOrder(dictionary),
    }
    const handles = this.#listEntries('blocks')
    const stored = handles.flatMap((handle) => {
      const header = this.#store.read(handle, readBlockHeader)
      return header ? [{ ...header, name: this.#readBlockName(header) }] : []
    })
    const isDamaged = this.#store.isDamaged || stored.length < handles.length
    const headers = isDamaged ? salvageBlocks(this.#store, this.#lookup, stored) : stored
    return headers.map((header) => new DwgBlock(header, () => source))
  }

  #readBlockName({ name, beginHandle }: BlockHeader): string {
    if (!name.startsWith('*')) return name
    const fullName = this.#store.read(beginHandle, (reader) => {
      readEntityHeader(reader, this.#lookup, 'BLOCK')
      return reader.readText()
    })
    return fullName || name
  }

  #readDrawOrder(dictionaryHandle: number): ReadonlyMap<number, number> {
    const table = this.#findEntry(dictionaryHandle, 'ACAD_SORTENTS')
    return (table === 0 ? null : this.#store.read(table, readSortTable)) ?? new Map()
  }

  #readLayouts(): Layout[] {
    const blocksByHandle = new Map(this.blocks.map((block) => [block.handle, block]))
    const layouts: Layout[] = []
    this.#store.kinds.forEach((kind, row) => {
      if (kind !== layoutKind && this.#store.getClassName(kind) !== 'LAYOUT') return
      const layout = this.#store.read(this.#store.map.handles[row], readLayout)
      const block = layout && blocksByHandle.get(layout.blockHandle)
      // Layouts that were deleted may remain in the file; blocks before 2000 state no layout.
      if (block && (block.layoutHandle === layout.handle || this.#store.signature.release < 2000)) layouts.push(layout)
    })
    return layouts
  }
}

function readBodies(container: DwgContainer): ReadonlyMap<number, StoredBody> {
  const storage = tryRead(() => container.readSection(bodySection))
  return storage ? readDataStorage(storage, container.listDamagedRanges?.(bodySection)) : new Map()
}
