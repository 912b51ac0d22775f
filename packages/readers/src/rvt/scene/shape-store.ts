import type { MaterialId, MeshId, SceneBuilder } from '@kamar/scene'
import type { ReaderLimits } from '@kamar/contracts/core'
import { isCoordinate } from '../../shared/coordinates.js'
import { lineSet } from '../../shared/line-set.js'
import { cleanName } from '../../shared/names.js'
import { throwIfBeyond } from '../../shared/room-guards.js'
import type { ClassSchema } from '../container/class-schema.js'
import { RecordFault } from '../container/faults.js'
import { readRecord } from '../container/read-record.js'
import type { Vector3 } from '../container/record-object.js'
import {
  shapeOf,
  type Shape,
  type ShapeCopy,
  type ShapeLine,
  type ShapeLosses,
  type ShapePart,
} from '../graphics/shape.js'
import type { ProjectFacts } from '../project/element-facts.js'
import { metresPerFoot } from './properties.js'

/** A mesh in the scene with where its own zero lies in the frame of the shape, feet. */
interface PushedPart {
  readonly mesh: MeshId
  readonly corner: Vector3
  readonly material: MaterialId | null
}

/** A shape in the scene. */
export interface PushedShape {
  readonly parts: readonly PushedPart[]
  readonly copies: readonly ShapeCopy[]
}

/** Reads saved graphics when they are asked for and pushes each mesh once; shapes of symbols are kept for their next copy. */
export class ShapeStore {
  readonly losses: ShapeLosses = { faces: 0, nodes: 0, curves: 0 }
  triangles = 0
  /** Pieces of lines, which may be as many as triangles. */
  #segments = 0
  readonly #records: ReadonlyMap<number, Uint8Array>
  readonly #schema: ClassSchema
  readonly #facts: ProjectFacts
  readonly #scene: SceneBuilder
  readonly #limits: ReaderLimits
  readonly #symbols = new Map<number, PushedShape | null>()
  readonly #embedded = new Map<Shape, PushedShape>()
  readonly #materials = new Map<number, MaterialId>()

  constructor(from: {
    records: ReadonlyMap<number, Uint8Array>
    schema: ClassSchema
    facts: ProjectFacts
    scene: SceneBuilder
    limits: ReaderLimits
  }) {
    this.#records = from.records
    this.#schema = from.schema
    this.#facts = from.facts
    this.#scene = from.scene
    this.#limits = from.limits
  }

  /** The shape of an element; null when the file has none or its record does not read. */
  shape(id: number, hasLines = false): PushedShape | 'none' | 'damaged' {
    const body = this.#records.get(id)
    if (!body) return 'none'
    const { hiddenStyles } = this.#facts
    try {
      return this.#push(shapeOf(readRecord(body, this.#schema), this.losses, { hasLines, hiddenStyles }))
    } catch (error) {
      if (!(error instanceof RecordFault)) throw error
      return 'damaged'
    }
  }

  /** What a copy shows; null when that does not read. */
  copied(copy: ShapeCopy): PushedShape | null {
    if (copy.own) {
      const known = this.#embedded.get(copy.own) ?? this.#push(copy.own)
      this.#embedded.set(copy.own, known)
      return known
    }
    const known = this.#symbols.get(copy.symbolId)
    if (known !== undefined) return known
    const shape = this.shape(copy.symbolId)
    const found = typeof shape === 'string' ? null : shape
    this.#symbols.set(copy.symbolId, found)
    return found
  }

  #push({ parts, copies, lines }: Shape): PushedShape {
    const faces = parts.flatMap((part) => this.#pushPart(part) ?? [])
    return { parts: [...faces, ...this.#pushLines(lines)], copies }
  }

  /** All curves of one style together. */
  #pushLines(lines: readonly ShapeLine[]): PushedPart[] {
    return [...new Set(lines.map(({ style }) => style))].map((style) => {
      const points = lines.filter((line) => line.style === style).map((line) => line.points)
      const [corner] = points[0]
      this.#segments += points.reduce((sum, { length }) => sum + length - 1, 0)
      throwIfBeyond('triangles', this.triangles + this.#segments, this.#limits)
      const mesh = this.#scene.addLines(lineSet(points, corner, metresPerFoot))
      return { mesh, corner, material: this.#material({ look: style, style }) }
    })
  }

  #pushPart(part: ShapePart): PushedPart | null {
    const { positions, indices } = part
    if (indices.length === 0) return null
    if (!positions.every(isCoordinate)) throw new RecordFault('no coordinates')
    this.triangles += indices.length / 3
    throwIfBeyond('triangles', this.triangles, this.#limits)
    const corner = leastOf(positions)
    const metres = Float64Array.from(positions, (value, index) => (value - corner[index % 3]) * metresPerFoot)
    const mesh = this.#scene.addMesh({ positions: metres, indices: Uint32Array.from(indices) })
    return mesh === null ? null : { mesh, corner, material: this.#material(part) }
  }

  /** The face's own material, or that of its category. */
  #material({ look, style }: Pick<ShapePart, 'look' | 'style'>): MaterialId | null {
    const id = this.#facts.materials.has(look) ? look : (this.#facts.styles.get(look) ?? this.#facts.styles.get(style))
    const facts = id === undefined ? undefined : this.#facts.materials.get(id)
    if (id === undefined || !facts) return null
    const known = this.#materials.get(id)
    if (known !== undefined) return known
    const material = this.#scene.addMaterial({ ...facts, name: cleanName(facts.name) })
    this.#materials.set(id, material)
    return material
  }
}

function leastOf(positions: readonly number[]): Vector3 {
  const least: [number, number, number] = [Infinity, Infinity, Infinity]
  for (let index = 0; index < positions.length; index++) {
    least[index % 3] = Math.min(least[index % 3], positions[index])
  }
  return least
}
