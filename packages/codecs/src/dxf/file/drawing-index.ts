import type { GroupSource } from '../groups/group-source.js'
import { NumberList } from './number-list.js'

/** Positions of entities in the file, and their handles. */
export interface EntityIndex {
  readonly positions: Float64Array
  readonly handles: Float64Array
}

/** A block definition: the position of its BLOCK, and its entities. */
export interface BlockIndex extends EntityIndex {
  readonly position: number
}

/** Entities of the spaces, with the handles of their owners; 0 where none is stated. */
export interface SpaceIndex extends EntityIndex {
  readonly owners: Float64Array
  /** 1 for entities of the paper space. */
  readonly paperFlags: Uint8Array
}

/** Where the records of a DXF are. Nothing else of them is kept. */
export interface DrawingIndex {
  /** Positions of the values of header variables, by their names. */
  readonly variables: ReadonlyMap<string, number>
  /** Positions of table entries and of objects, by their names. */
  readonly records: ReadonlyMap<string, readonly number[]>
  /** Positions of objects by their handles. */
  readonly objects: ReadonlyMap<number, number>
  readonly blocks: readonly BlockIndex[]
  readonly space: SpaceIndex
  /** Names of all layers of entities, as characters of one byte each. */
  readonly layerNames: ReadonlySet<string>
  /** The highest handle of the file, and above it of the entities that state none. */
  readonly lastHandle: number
  readonly sectionCount: number
  /** Whether the mark of the end of the file was reached. */
  readonly isComplete: boolean
}

/** Scans the records of a DXF once and returns where they are. */
export const indexDrawing = (source: GroupSource): DrawingIndex => new Indexer(source).run()

const code = { record: 0, name: 2, handle: 5, layer: 8, variable: 9, paper: 67, control: 102, owner: 330 } as const
const styleHandleCode = 105

/** Parts of another entity: vertices of a polyline, attributes of an insert. */
const partNames: ReadonlySet<string> = new Set(['VERTEX', 'ATTRIB', 'SEQEND'])
/** Objects that are read by their handles, or listed by their names. */
const readObjects: ReadonlySet<string> = new Set([
  'DICTIONARY',
  'ACDBDICTIONARYWDFLT',
  'IMAGEDEF',
  'LAYOUT',
  'MLINESTYLE',
  'PDFDEFINITION',
  'DWFDEFINITION',
  'DGNDEFINITION',
  'SORTENTSTABLE',
  'SPATIAL_FILTER',
  'XRECORD',
])
/** Layout viewports, which are in the paper space although releases 13 and 14 do not state it. */
const paperEntity = 'VIEWPORT'

/** What the scan keeps of a record until the next one begins. */
interface CurrentRecord {
  name: string
  position: number
  handle: number
  owner: number
  isOnPaper: boolean
}

class Indexer {
  readonly #source: GroupSource
  readonly #variables = new Map<string, number>()
  readonly #records = new Map<string, number[]>()
  readonly #objects = new Map<number, number>()
  readonly #blocks: (EntityLists & { readonly position: number })[] = []
  readonly #space = { ...createLists(), owners: new NumberList(), paperFlags: new NumberList() }
  readonly #layerNames = new Set<string>()
  #layerName = ''
  #section = ''
  /** Whether the current groups are references between brackets. */
  #isControlled = false
  #sectionCount = 0
  #block: EntityLists | null = null
  #highestHandle = 0
  /** Number of entities and their parts without a handle. */
  #unnamedCount = 0

  constructor(source: GroupSource) {
    this.#source = source
  }

  run(): DrawingIndex {
    const source = this.#source
    const record: CurrentRecord = { name: '', position: 0, handle: 0, owner: 0, isOnPaper: false }
    let isComplete = false
    let position = source.position
    for (; source.next(); position = source.position) {
      if (source.code !== code.record) {
        this.#readGroup(record)
        continue
      }
      this.#endRecord(record)
      record.name = this.#readText()
      record.position = position
      record.handle = record.owner = 0
      record.isOnPaper = record.name === paperEntity
      this.#isControlled = false
      if (record.name === 'SECTION' || record.name === 'ENDSEC') this.#section = ''
      if (record.name === 'EOF') {
        isComplete = true
        break
      }
    }
    this.#endRecord(record)
    return this.#finish(isComplete)
  }

  #readText(): string {
    return this.#source.toRawText(this.#source.start, this.#source.end).trim()
  }

  #readHandle(): number {
    return this.#source.toHandle(this.#source.start, this.#source.end)
  }

  #readGroup(record: CurrentRecord): void {
    switch (this.#source.code) {
      case code.handle:
      case styleHandleCode:
        // Further groups of these codes name arrows and positions in the draw order.
        if (record.handle === 0) record.handle = this.#readHandle()
        return
      case code.control:
        this.#isControlled = this.#readText().startsWith('{')
        return
      case code.owner:
        if (!this.#isControlled && record.owner === 0) record.owner = this.#readHandle()
        return
      case code.paper:
        if (this.#source.toNumber(code.paper, this.#source.start, this.#source.end) === 1) record.isOnPaper = true
        return
      case code.layer:
        this.#addLayer()
        return
      case code.name:
      case code.variable:
        if (record.name === 'SECTION') this.#readSectionGroup()
        return
      default:
    }
  }

  /** Reads the name of a section, or of a header variable, whose value follows. */
  #readSectionGroup(): void {
    const isVariable = this.#source.code === code.variable
    if (isVariable && this.#section === 'HEADER')
      this.#variables.set(this.#readText().toUpperCase(), this.#source.position)
    else if (!isVariable && this.#section === '') this.#beginSection(this.#readText())
  }

  #addLayer(): void {
    if (this.#section !== 'ENTITIES' && this.#section !== 'BLOCKS') return
    const name = this.#readText()
    if (name === this.#layerName) return
    this.#layerName = name
    this.#layerNames.add(name)
  }

  #beginSection(name: string): void {
    this.#section = name.toUpperCase()
    this.#sectionCount++
    this.#block = null
  }

  #endRecord(record: CurrentRecord): void {
    const { name, handle } = record
    if (handle > this.#highestHandle) this.#highestHandle = handle
    switch (this.#section) {
      case 'ENTITIES':
        this.#addEntity(record)
        return
      case 'BLOCKS':
        this.#addBlockRecord(record)
        return
      case 'TABLES':
      case 'ACDSDATA':
      case 'CLASSES':
        this.#addRecord(name, record.position)
        return
      case 'OBJECTS':
        if (!readObjects.has(name)) return
        this.#addRecord(name, record.position)
        if (handle !== 0) this.#objects.set(handle, record.position)
        return
      default:
    }
  }

  #addRecord(name: string, position: number): void {
    const positions = this.#records.get(name)
    if (positions) positions.push(position)
    else this.#records.set(name, [position])
  }

  #addBlockRecord(record: CurrentRecord): void {
    if (record.name === 'BLOCK') {
      const block = { position: record.position, ...createLists() }
      this.#blocks.push(block)
      this.#block = block
    } else if (record.name === 'ENDBLK') this.#block = null
    else if (this.#block && isEntity(record)) this.#push(this.#block, record)
    else this.#countPart(record)
  }

  #addEntity(record: CurrentRecord): void {
    if (!isEntity(record)) {
      this.#countPart(record)
      return
    }
    this.#push(this.#space, record)
    this.#space.owners.push(record.owner)
    this.#space.paperFlags.push(record.isOnPaper ? 1 : 0)
  }

  #push(lists: EntityLists, { position, handle }: CurrentRecord): void {
    lists.positions.push(position)
    // A negative number stands for a handle above the highest one of the file, which is not known yet.
    lists.handles.push(handle === 0 ? -++this.#unnamedCount : handle)
  }

  #countPart({ name, handle }: CurrentRecord): void {
    if (handle === 0 && partNames.has(name)) this.#unnamedCount++
  }

  #finish(isComplete: boolean): DrawingIndex {
    const blocks = this.#blocks.map((block) => ({ position: block.position, ...this.#index(block) }))
    const { owners, paperFlags } = this.#space
    return {
      variables: this.#variables,
      records: this.#records,
      objects: this.#objects,
      blocks,
      space: {
        ...this.#index(this.#space),
        owners: owners.toArray(),
        paperFlags: Uint8Array.from(paperFlags.toArray()),
      },
      layerNames: this.#layerNames,
      lastHandle: this.#highestHandle + this.#unnamedCount,
      sectionCount: this.#sectionCount,
      isComplete,
    }
  }

  #index(lists: EntityLists): EntityIndex {
    const handles = lists.handles.toArray()
    for (let at = 0; at < handles.length; at++) if (handles[at] < 0) handles[at] = this.#highestHandle - handles[at]
    return { positions: lists.positions.toArray(), handles }
  }
}

interface EntityLists {
  readonly positions: NumberList
  readonly handles: NumberList
}

const createLists = (): EntityLists => ({ positions: new NumberList(), handles: new NumberList() })

const isEntity = ({ name }: CurrentRecord): boolean =>
  name !== '' && name !== 'SECTION' && name !== 'EOF' && name !== 'ENDSEC' && !partNames.has(name)
