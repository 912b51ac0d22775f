import type {
  Attribute,
  Block,
  Entity,
  DimensionStyle,
  Layer,
  LineType,
  MultilineStyle,
  TextStyle,
} from '../drawing/index.js'
import { createLayer, createLineType, defaultTextStyle } from '../drawing/default-entries.js'
import { decoders, entityNames, readCustom } from './entities/decoders.js'
import { readEntityHeader } from './entities/header.js'
import type { Lookup, VertexRecord } from './entities/lookup.js'
import { readVertex } from './entities/polylines.js'
import { readAttribute } from './entities/texts.js'
import type { DrawingIndex } from './file/drawing-index.js'
import type { DxfRecord } from './groups/group-table.js'
import {
  readDimensionStyle,
  readLayer,
  readLineType,
  readMultilineStyle,
  readTextStyle,
} from './objects/table-entries.js'
import { limits } from './limits.js'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import type { RecordStore } from './record-store.js'

const handleCode = 5
const defaultStyleName = 'STANDARD'

/** Entries of a table by their names, which do not distinguish capitals. */
class NamedEntries<Entry extends { readonly name: string; readonly handle: number }> {
  readonly list: Entry[] = []
  readonly #byName = new Map<string, Entry>()
  readonly #byHandle = new Map<number, Entry>()

  add(entry: Entry): void {
    this.#byHandle.set(entry.handle, entry)
    const key = entry.name.toUpperCase()
    if (this.#byName.has(key)) return
    this.list.push(entry)
    // Shape files have no names.
    if (key !== '') this.#byName.set(key, entry)
  }

  find(name: string): Entry | null {
    return this.#byName.get(name) ?? this.#byName.get(name.toUpperCase()) ?? null
  }

  findByHandle(handle: number): Entry | null {
    return this.#byHandle.get(handle) ?? null
  }
}

/** What entities are looked up in. */
export interface LookupSource {
  readonly store: RecordStore
  readonly index: DrawingIndex
  readonly decode: (raw: string) => string
  /** Blocks, complete before entities are read. */
  readonly blocks: () => readonly Block[]
  /** Finds the position of an entity by its handle; -1 without it. */
  readonly findPosition: (handle: number) => number
}

/** Finds what entities of a DXF refer to. Styles and layers are read once. */
export class DxfLookup implements Lookup {
  readonly byLayerLineType = createLineType('ByLayer')
  readonly layers = new NamedEntries<Layer>()
  readonly lineTypes = new NamedEntries<LineType>()
  readonly textStyles = new NamedEntries<TextStyle>()
  readonly #source: LookupSource
  readonly #dimensionStyles = new NamedEntries<DimensionStyle>()
  readonly #fileNames = new Map<number, string | null>()
  readonly #multilineStyles = new Map<number, MultilineStyle | null>()
  readonly #entities = new Map<number, Entity | null>()
  readonly #inheritedLineTypes: Readonly<Partial<Record<string, LineType>>> = {
    BYLAYER: this.byLayerLineType,
    BYBLOCK: createLineType('ByBlock'),
  }
  readonly #continuousLineType = createLineType('Continuous')
  #classNames: readonly string[] | null = null
  #blocks: NamedEntries<Block> | null = null
  #lastHandle: number

  constructor(source: LookupSource) {
    this.#source = source
    this.#lastHandle = source.index.lastHandle
    this.#readEntries('STYLE', this.textStyles, readTextStyle)
    this.#readEntries('LTYPE', this.lineTypes, (record) => readLineType(record, this))
    this.#readEntries('LAYER', this.layers, (record) => readLayer(record, this))
    this.#readEntries('DIMSTYLE', this.#dimensionStyles, (record) => readDimensionStyle(record, this))
    // Old drawings need not state their layers in the table.
    for (const raw of ['0', ...source.index.layerNames]) this.findLayer(source.decode(raw))
  }

  /** Returns a handle that no record of the file has. */
  createHandle(): number {
    return ++this.#lastHandle
  }

  findLayer(name: string): Layer {
    return this.layers.find(name) ?? this.#addLayer(name)
  }

  findLayerByHandle(handle: number): Layer | null {
    return this.layers.findByHandle(handle)
  }

  findLineType(name: string): LineType {
    const inherited = this.#inheritedLineTypes[name] ?? this.#inheritedLineTypes[name.toUpperCase()]
    return inherited ?? this.lineTypes.find(name) ?? this.#continuousLineType
  }

  findTextStyle(name: string): TextStyle {
    return this.textStyles.find(name) ?? this.textStyles.find(defaultStyleName) ?? defaultTextStyle
  }

  findTextStyleByHandle(handle: number): TextStyle | null {
    return this.textStyles.findByHandle(handle)
  }

  findDimensionStyle(name: string): DimensionStyle | null {
    return this.#dimensionStyles.find(name) ?? this.#dimensionStyles.find(defaultStyleName)
  }

  findMultilineStyle(handle: number): MultilineStyle | null {
    return this.#readObject(this.#multilineStyles, handle, readMultilineStyle)
  }

  findBlock(name: string): Block | null {
    return this.#getBlocks().find(name)
  }

  findBlockByHandle(handle: number): Block | null {
    return this.#getBlocks().findByHandle(handle)
  }

  findEntity(handle: number): Entity | null {
    let entity = this.#entities.get(handle)
    if (entity === undefined) {
      const position = this.#source.findPosition(handle)
      // A circle of references ends here.
      this.#entities.set(handle, null)
      entity = position < 0 ? null : this.readEntity(position, handle)
      this.#entities.set(handle, entity)
    }
    return entity
  }

  findFileName(handle: number): string {
    return this.#readObject(this.#fileNames, handle, ({ groups }) => groups.readText(1)) ?? ''
  }

  findClassName(classNumber: number): string {
    this.#classNames ??= (this.#source.index.records.get('CLASS') ?? []).map(
      (position) => this.#source.store.read(position, ({ groups }) => groups.readText(1)) ?? '',
    )
    return this.#classNames[classNumber] ?? ''
  }

  /** Reads the entity at a position of the file; null if it is damaged. */
  readEntity(position: number, handle: number): Entity | null {
    return this.#source.store.read(
      position,
      (record) => {
        const name = entityNames[record.name] ?? record.name
        const read = decoders[record.name] ?? readCustom
        return read(record, readEntityHeader(record, this, { name, handle }), this)
      },
      true,
    )
  }

  readAttributes(insert: DxfRecord, insertHandle: number): readonly Attribute[] {
    const attributes: Attribute[] = []
    const isNumbered = insert.groups.readHandle(handleCode) === 0
    this.#readParts(insert, { name: 'ATTRIB', limit: limits.attributes }, (record) => {
      const ownHandle = record.groups.readHandle(handleCode)
      const handle = ownHandle === 0 && isNumbered ? insertHandle + attributes.length + 1 : ownHandle
      attributes.push(readAttribute(record, readEntityHeader(record, this, { name: 'ATTRIB', handle }), this))
    })
    return attributes
  }

  readVertices(polyline: DxfRecord): readonly VertexRecord[] {
    const vertices: VertexRecord[] = []
    this.#readParts(polyline, { name: 'VERTEX', limit: limits.vertices }, (record) => vertices.push(readVertex(record)))
    return vertices
  }

  /** Reads the records of a name that follow the one that owns them. */
  #readParts(
    owner: DxfRecord,
    { name, limit }: { readonly name: string; readonly limit: number },
    read: (record: DxfRecord) => void,
  ): void {
    const { store } = this.#source
    let position = owner.next
    for (let count = 0; store.readName(position) === name; count++) {
      if (count === limit) throw new MalformedRecordError(`more than ${limit} parts`)
      const next = store.read(position, (record) => {
        read(record)
        return record.next
      })
      if (next === null) return
      position = next
    }
  }

  #readEntries<Entry extends { readonly name: string; readonly handle: number }>(
    name: string,
    entries: NamedEntries<Entry>,
    read: (record: DxfRecord) => Entry,
  ): void {
    for (const position of this.#source.index.records.get(name)?.slice(0, limits.tableEntries) ?? []) {
      const entry = this.#source.store.read(position, read)
      if (entry) entries.add(entry.handle === 0 ? { ...entry, handle: this.createHandle() } : entry)
    }
  }

  /** Reads an object by its handle, once. */
  #readObject<Value>(
    values: Map<number, Value | null>,
    handle: number,
    read: (record: DxfRecord) => Value,
  ): Value | null {
    let value = values.get(handle)
    if (value === undefined) {
      const position = this.#source.index.objects.get(handle) ?? -1
      value = position < 0 ? null : this.#source.store.read(position, read)
      values.set(handle, value)
    }
    return value
  }

  #addLayer(name: string): Layer {
    if (this.layers.list.length >= 2 * limits.tableEntries) return this.layers.list[0]
    const layer = createLayer({ handle: this.createHandle(), name, lineType: this.#continuousLineType })
    this.layers.add(layer)
    return layer
  }

  #getBlocks(): NamedEntries<Block> {
    if (!this.#blocks) {
      this.#blocks = new NamedEntries<Block>()
      for (const block of this.#source.blocks()) this.#blocks.add(block)
    }
    return this.#blocks
  }
}
