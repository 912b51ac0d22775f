import { StoredBlock, type BlockHeader, type Entity, type Viewport } from '../drawing/index.js'
import type { EntityIndex } from './file/drawing-index.js'

/** How blocks read their entities. */
export interface BlockSource {
  readEntity(position: number, handle: number): Entity | null
  readName(position: number): string
  /** Reads the positions in the draw order by the handles of entities; empty where it is the order of the file. */
  readDrawOrder(header: BlockHeader): ReadonlyMap<number, number>
}

/** A block of a DXF, which keeps the positions of its entities. */
export class DxfBlock extends StoredBlock<BlockHeader> {
  readonly index: EntityIndex
  readonly #source: BlockSource
  #order: Uint32Array | null = null
  #firstViewport: number | null = null

  constructor(header: BlockHeader, index: EntityIndex, source: BlockSource) {
    super(header)
    this.index = index
    this.#source = source
  }

  get entityCount(): number {
    return this.index.positions.length
  }

  *entities(): Generator<Entity> {
    const { positions, handles } = this.index
    const order = this.#getOrder()
    for (let rank = 0; rank < positions.length; rank++) {
      const at = order.length === 0 ? rank : order[rank]
      const entity = this.#source.readEntity(positions[at], handles[at])
      if (entity !== null) yield entity.kind === 'viewport' && entity.id === 0 ? this.#number(entity, at) : entity
    }
  }

  /** Numbers a viewport of a layout that was not open when the drawing was saved: the first one is the paper. */
  #number(viewport: Viewport, at: number): Viewport {
    this.#firstViewport ??= this.index.positions.findIndex((position) => this.#source.readName(position) === 'VIEWPORT')
    const isPaper = at === this.#firstViewport
    return { ...viewport, id: isPaper ? 1 : 0, isPaper }
  }

  /** Returns the entities by their rank in the draw order; empty where it is the order of the file. */
  #getOrder(): Uint32Array {
    if (this.#order) return this.#order
    const { handles } = this.index
    const positions = this.#source.readDrawOrder(this.header)
    const ranks = handles.map((handle) => positions.get(handle) ?? handle)
    this.#order = new Uint32Array(positions.size === 0 ? 0 : handles.length)
    this.#order.forEach((_, at, order) => (order[at] = at))
    this.#order.sort((a, b) => ranks[a] - ranks[b] || a - b)
    return this.#order
  }
}
