import {
  Arc,
  type BlockRecord,
  Circle,
  type Entity,
  Face3D,
  Insert,
  type Layer,
  LayerFlags,
  Line,
  LwPolyline,
  Mesh,
  ModelerGeometry,
  PolyfaceMesh,
  PolygonMesh,
  Polyline2D,
  Solid,
} from '@node-projects/acad-ts'
import { identityMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import type { OpenDrawing } from '../acad-patches/open-drawing.js'
import { maxBlockDepth, insertMatrices } from '../sheets/entities/draw-inserts.js'

/** An instance of a body in the model space. */
export interface PlacedBody {
  readonly entity: Entity
  /** Its entity in the model space: the body itself, or the outermost insert. */
  readonly top: Entity
  /** From its block to the model, in drawing units. */
  readonly matrix: Matrix
  /** The insert whose colour and layer it inherits. */
  readonly insert: Insert | null
}

const maxInstances = 200_000

type WithThickness = Entity & { readonly thickness: number }
const thickKinds = [Line, LwPolyline, Circle, Arc, Solid, Polyline2D]

/** Returns whether an entity has a thickness that extrudes it to a wall. */
export const isThick = (entity: Entity): entity is WithThickness =>
  thickKinds.some((kind) => entity instanceof kind) && Math.abs((entity as WithThickness).thickness) > 1e-9

/** Returns whether an entity is a body, a surface or a mesh. */
function isBody(entity: Entity, { bodies }: Pick<OpenDrawing, 'bodies'>): boolean {
  return (
    entity instanceof ModelerGeometry ||
    bodies.has(entity.handle) ||
    entity instanceof Face3D ||
    entity instanceof Mesh ||
    entity instanceof PolyfaceMesh ||
    entity instanceof PolygonMesh ||
    isThick(entity)
  )
}

const isOff = ({ isOn, layerFlags }: Layer): boolean => !isOn || (layerFlags & LayerFlags.Frozen) !== 0
const isHidden = ({ isInvisible, layer }: Entity): boolean => isInvisible || isOff(layer)

/** Collects all bodies of the model space, those in blocks once per instance; switched-off ones are omitted. */
export function collectBodies(open: OpenDrawing): PlacedBody[] {
  const model = open.document.modelSpace
  return model ? new Collector(open).collect(model) : []
}

class Collector {
  readonly #open: OpenDrawing
  readonly #holding = new Map<BlockRecord, boolean>()
  readonly #instances: PlacedBody[] = []

  constructor(open: OpenDrawing) {
    this.#open = open
  }

  collect(model: BlockRecord): PlacedBody[] {
    for (const entity of model.entities) this.#add(entity, { top: entity, matrix: identityMatrix, insert: null }, 0)
    return this.#instances
  }

  #add(entity: Entity, placement: Omit<PlacedBody, 'entity'>, depth: number): void {
    if (isHidden(entity) || this.#instances.length >= maxInstances) return
    if (isBody(entity, this.#open)) this.#instances.push({ ...placement, entity })
    if (
      !(entity instanceof Insert) ||
      !entity.block ||
      depth >= maxBlockDepth ||
      !this.#containsBody(entity.block, depth)
    )
      return
    for (const matrix of insertMatrices(entity)) {
      const inner = { top: placement.top, matrix: multiplyMatrices(placement.matrix, matrix), insert: entity }
      for (const part of entity.block.entities) this.#add(part, inner, depth + 1)
    }
  }

  /** Returns whether a block contains a visible body at any depth; only then its instances are visited. */
  #containsBody(block: BlockRecord, depth: number): boolean {
    const cached = this.#holding.get(block)
    if (cached !== undefined || depth >= maxBlockDepth) return cached ?? false
    // A cyclic reference adds no body.
    this.#holding.set(block, false)
    const hasBody = [...block.entities].some(
      (entity) =>
        !isHidden(entity) &&
        (isBody(entity, this.#open) ||
          (entity instanceof Insert && entity.block !== null && this.#containsBody(entity.block, depth + 1))),
    )
    this.#holding.set(block, hasBody)
    return hasBody
  }
}
