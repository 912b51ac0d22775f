import type { Block, BlockClip, Drawing, Entity, StoredBody } from '@kamar/codecs/drawing'

const modelSpaceName = '*model_space'
/** Offset of the handles of each attached drawing: different drawings use the same numbers. */
const handlesPerDrawing = 2 ** 44
/** Blocks that are requested again keep their entities: up to this size each, and in all. */
const maxBlockEntities = 5000
const maxCachedEntities = 100_000

/** Returns the block of the model space; null in a damaged drawing. */
export const findModelSpace = ({ blocks }: Pick<Drawing, 'blocks'>): Block | null =>
  blocks.find(({ name }) => name.toLowerCase() === modelSpaceName) ?? null

/** A drawing and those attached to it, as one. The handles of their entities differ. */
export class JoinedDrawing {
  readonly main: Drawing
  /** The drawing, then those attached to it. */
  readonly drawings: readonly Drawing[]
  /** SAT or SAB by the handle of the solid, where it is not stored in the entity. */
  readonly bodies: ReadonlyMap<number, StoredBody>
  readonly #drawings: Drawing[]
  readonly #bodies: Map<number, StoredBody>
  /** Model spaces of attached drawings by the block that refers to them. */
  readonly #attached = new Map<Block, Block>()
  /** By the blocks of attached drawings. */
  readonly #handleOffsets = new Map<Block, number>()
  readonly #requested = new Set<Block>()
  readonly #cache = new Map<Block, readonly Entity[]>()
  #cachedEntities = 0

  constructor(main: Drawing) {
    this.main = main
    this.#drawings = [main]
    this.drawings = this.#drawings
    this.#bodies = new Map(main.bodies)
    this.bodies = this.#bodies
  }

  /** Draws the model space of a drawing where a block refers to it. */
  attach(block: Block, drawing: Drawing, model: Block): void {
    const offset = this.#drawings.length * handlesPerDrawing
    this.#drawings.push(drawing)
    this.#attached.set(block, model)
    for (const own of drawing.blocks) this.#handleOffsets.set(own, offset)
    for (const [handle, body] of drawing.bodies) this.#bodies.set(offset + handle, body)
  }

  /** Returns the number of entities of a block. */
  countEntities(block: Block): number {
    return this.#getContent(block).entityCount
  }

  /** Reads the entities of a block in draw order. Those of small blocks are read twice at most. */
  entities(block: Block): Iterable<Entity> {
    const content = this.#getContent(block)
    return this.#cache.get(content) ?? this.#cacheEntities(content) ?? this.#read(content)
  }

  /** Reads the entities of some names in all blocks of all drawings. */
  *entitiesNamed(names: ReadonlySet<string>): Generator<Entity> {
    for (const [number, drawing] of this.#drawings.entries())
      yield* withOffset(drawing.entitiesNamed(names), number * handlesPerDrawing)
  }

  /** Finds the clip of an insert; null without one. */
  findClip(insert: Entity): BlockClip | null {
    return this.#drawings[Math.floor(insert.handle / handlesPerDrawing)].findClip(insert)
  }

  #getContent(block: Block): Block {
    return this.#attached.get(block) ?? block
  }

  #read(block: Block): Iterable<Entity> {
    return withOffset(block.entities(), this.#handleOffsets.get(block) ?? 0)
  }

  /** Stores the entities of a block at its second request; null at the first one, or if they are too many. */
  #cacheEntities(block: Block): readonly Entity[] | null {
    const count = block.entityCount
    if (count > maxBlockEntities || this.#cachedEntities + count > maxCachedEntities) return null
    if (!this.#requested.has(block)) {
      this.#requested.add(block)
      return null
    }
    const entities = [...this.#read(block)]
    this.#cachedEntities += entities.length
    this.#cache.set(block, entities)
    return entities
  }
}

function withOffset(entities: Iterable<Entity>, offset: number): Iterable<Entity> {
  return offset === 0 ? entities : addOffset(entities, offset)
}

function* addOffset(entities: Iterable<Entity>, offset: number): Generator<Entity> {
  for (const entity of entities) yield { ...entity, handle: entity.handle + offset }
}
