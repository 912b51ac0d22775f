import type { ReadContext } from '@kamar/core'
import type { Block, Entity, Insert, Layer, Table } from '@kamar/codecs/drawing'
import { identityMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { findModelSpace, type JoinedDrawing } from '../joined-drawing.js'
import { visitEntities } from '../visit-entities.js'
import { insertMatrices, isInsert, maxBlockDepth } from '../sheets/entities/draw-inserts.js'

/** An instance of a body in the model space. */
export interface PlacedBody {
  readonly entity: Entity
  /** Its entity in the model space: the body itself, or the outermost insert. */
  readonly top: Entity
  /** From its block to the model, in drawing units. */
  readonly matrix: Matrix
  /** The insert whose colour and layer it inherits. */
  readonly insert: Insert | Table | null
}

const maxInstances = 200_000

/** An entity with a thickness. */
type WithThickness = Extract<Entity, { thickness: number }>

/** Returns whether an entity has a thickness that extrudes it to a wall. */
export const isThick = (entity: Entity): entity is WithThickness =>
  'thickness' in entity && Math.abs(entity.thickness) > 1e-9

const bodyKinds: ReadonlySet<Entity['kind']> = new Set(['modeler', 'face', 'mesh', 'polyfaceMesh', 'polygonMesh'])

/** Returns whether an entity is a body, a surface or a mesh. */
const isBody = (entity: Entity, { bodies }: JoinedDrawing): boolean =>
  bodyKinds.has(entity.kind) || isThick(entity) || bodies.has(entity.handle)

const isOff = ({ isOn, isFrozen }: Layer): boolean => !isOn || isFrozen
const isHidden = ({ isInvisible, layer }: Entity): boolean => isInvisible || isOff(layer)

/** Collects all bodies of the model space, those in blocks once per instance; switched-off ones are omitted. */
export async function collectBodies(
  source: JoinedDrawing,
  context: Pick<ReadContext, 'scene'>,
): Promise<readonly PlacedBody[]> {
  const collector = new Collector(source)
  const model = findModelSpace(source.main)
  if (model) await visitEntities(source.entities(model), context, (entity) => collector.collect(entity))
  return collector.instances
}

class Collector {
  readonly #source: JoinedDrawing
  readonly #holding = new Map<Block, boolean>()
  readonly instances: PlacedBody[] = []

  constructor(source: JoinedDrawing) {
    this.#source = source
  }

  /** Collects an entity of the model space, or the bodies in its block. */
  collect(entity: Entity): void {
    this.#add(entity, { top: entity, matrix: identityMatrix, insert: null }, 0)
  }

  #add(entity: Entity, placement: Omit<PlacedBody, 'entity'>, depth: number): void {
    if (isHidden(entity) || this.instances.length >= maxInstances) return
    if (isBody(entity, this.#source)) this.instances.push({ entity, ...placement })
    if (!isInsert(entity) || !entity.block || depth >= maxBlockDepth || !this.#containsBody(entity.block, depth)) return
    for (const matrix of insertMatrices(entity)) {
      const inner = { top: placement.top, matrix: multiplyMatrices(placement.matrix, matrix), insert: entity }
      for (const part of this.#source.entities(entity.block)) this.#add(part, inner, depth + 1)
    }
  }

  /** Returns whether a block contains a visible body at any depth; only then its instances are visited. */
  #containsBody(block: Block, depth: number): boolean {
    const cached = this.#holding.get(block)
    if (cached !== undefined || depth >= maxBlockDepth) return cached ?? false
    // A cyclic reference adds no body.
    this.#holding.set(block, false)
    const hasBody = this.#findBody(block, depth)
    this.#holding.set(block, hasBody)
    return hasBody
  }

  #findBody(block: Block, depth: number): boolean {
    for (const entity of this.#source.entities(block)) {
      if (isHidden(entity)) continue
      if (isBody(entity, this.#source)) return true
      if (isInsert(entity) && entity.block && this.#containsBody(entity.block, depth + 1)) return true
    }
    return false
  }
}
