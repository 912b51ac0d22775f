import { StoredBlock, type Entity } from '../drawing/index.js'
import type { DwgLookup } from './entities/dwg-lookup.js'
import { readEntityHeader } from './entities/header.js'
import type { ObjectStore } from './file/object-store.js'
import type { BlockHeader } from './objects/block-header.js'

const viewportKind = 34

/** Reads the draw order of a block by its dictionary; empty where the order is that of the file. */
export type ReadDrawOrder = (dictionaryHandle: number) => ReadonlyMap<number, number>

/** What blocks read their entities with. */
export interface BlockSource {
  readonly store: ObjectStore
  readonly lookup: DwgLookup
  readonly readDrawOrder: ReadDrawOrder
  /** By rows of the object map, 1 for an entity of a chain before 2004: each belongs to one block. */
  readonly chainedRows: Uint8Array
}

/** A block of a DWG, which keeps the handles of its entities. */
export class DwgBlock extends StoredBlock<BlockHeader> {
  readonly #getSource: () => BlockSource
  #handles: Float64Array | null = null
  #ordered: Float64Array | null = null

  constructor(header: BlockHeader, getSource: () => BlockSource) {
    super(header)
    this.#getSource = getSource
  }

  get entityCount(): number {
    return this.handles.length
  }

  /** Handles of the entities in the order of the file. */
  get handles(): Float64Array {
    this.#handles ??= this.#listHandles()
    return this.#handles
  }

  *entities(): Generator<Entity> {
    const { lookup } = this.#getSource()
    let numbers: ReadonlyMap<number, number> | null = null
    for (const handle of this.#orderedHandles()) {
      const entity = lookup.findEntity(handle)
      if (entity === null) continue
      if (entity.kind === 'viewport') {
        numbers ??= this.#numberViewports()
        const id = numbers.get(handle) ?? 0
        yield { ...entity, id, isPaper: id === 1 }
      } else yield entity
    }
  }

  #listHandles(): Float64Array {
    const { owned } = this.header
    if ('handles' in owned) return Float64Array.from(owned.handles)
    const { store, lookup, chainedRows } = this.#getSource()
    const handles: number[] = []
    let handle = owned.first
    for (let row = store.map.findRow(handle); row >= 0 && chainedRows[row] === 0; row = store.map.findRow(handle)) {
      chainedRows[row] = 1
      const next = store.read(handle, (reader) => {
        readEntityHeader(reader, lookup, '')
        return reader.nextHandle
      })
      handles.push(handle)
      if (handle === owned.last || next === null) break
      handle = next
    }
    return Float64Array.from(handles)
  }

  #orderedHandles(): Float64Array {
    if (this.#ordered) return this.#ordered
    const order = this.#getSource().readDrawOrder(this.header.dictionaryHandle)
    const toPosition = (handle: number): number => order.get(handle) ?? handle
    this.#ordered = order.size === 0 ? this.handles : this.handles.toSorted((a, b) => toPosition(a) - toPosition(b))
    return this.#ordered
  }

  /** Returns the numbers of the viewports of a layout: a DWG states none, they are counted in the order of the file. */
  #numberViewports(): ReadonlyMap<number, number> {
    const numbers = new Map<number, number>()
    const { store } = this.#getSource()
    for (const handle of this.handles)
      if (store.findKind(handle) === viewportKind) numbers.set(handle, numbers.size + 1)
    return numbers
  }
}
