import { type MaterialId, type MeshId, type SceneBuilder, throwIfBeyond, type ReaderLimits } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import { lineSet } from '../../kit/line-set.js'
import { cleanName } from '@kamar/codecs/text'
import type { ClassSchema } from '../container/class-schema.js'
import { MalformedRecordError, tryParse } from '@kamar/codecs/records'
import { readRecord } from '../container/read-record.js'
import type { Vector3 } from '../container/record-object.js'
import {
  readShape,
  type Shape,
  type ShapeCopy,
  type ShapeLine,
  type ShapeLosses,
  type ShapePart,
} from '../graphics/shape.js'
import type { ProjectData } from '../project/project-data.js'
import { metresPerFoot } from './properties.js'

/** A mesh in the scene with the position of its origin in the frame of the shape, feet. */
interface PushedPart {
  readonly mesh: MeshId
  readonly origin: Vector3
  readonly material: MaterialId | null
}

/** A shape in the scene. */
export interface PushedShape {
  readonly parts: readonly PushedPart[]
  readonly copies: readonly ShapeCopy[]
}

/**
 * Store of saved graphics, read on demand; writes each mesh once and caches shapes of symbols for further instances.
 */
export class ShapeStore {
  readonly losses: ShapeLosses = { faces: 0, nodes: 0, curves: 0 }
  triangles = 0
  /** Number of line segments, limited like triangles. */
  #segments = 0
  readonly #records: ReadonlyMap<number, Uint8Array>
  readonly #schema: ClassSchema
  readonly #projectData: ProjectData
  readonly #scene: SceneBuilder
  readonly #limits: ReaderLimits
  readonly #symbols = new Map<number, PushedShape | null>()
  readonly #embedded = new Map<Shape, PushedShape>()
  readonly #materials = new Map<number, MaterialId>()

  constructor(from: {
    records: ReadonlyMap<number, Uint8Array>
    schema: ClassSchema
    projectData: ProjectData
    scene: SceneBuilder
    limits: ReaderLimits
  }) {
    this.#records = from.records
    this.#schema = from.schema
    this.#projectData = from.projectData
    this.#scene = from.scene
    this.#limits = from.limits
  }

  /** Returns the shape of an element; `none` when the file has none, `damaged` when its record cannot be read. */
  shape(id: number, hasLines = false): PushedShape | 'none' | 'damaged' {
    const body = this.#records.get(id)
    if (!body) return 'none'
    const { hiddenStyles } = this.#projectData
    const options = { hasLines, hiddenStyles }
    return tryParse(() => this.#push(readShape(readRecord(body, this.#schema), this.losses, options))) ?? 'damaged'
  }

  /** Returns the shape of a copy; null when it cannot be read. */
  copied(copy: ShapeCopy): PushedShape | null {
    if (copy.own) {
      const cached = this.#embedded.get(copy.own) ?? this.#push(copy.own)
      this.#embedded.set(copy.own, cached)
      return cached
    }
    const cached = this.#symbols.get(copy.symbolId)
    if (cached !== undefined) return cached
    const shape = this.shape(copy.symbolId)
    const result = typeof shape === 'string' ? null : shape
    this.#symbols.set(copy.symbolId, result)
    return result
  }

  #push({ parts, copies, lines }: Shape): PushedShape {
    const faces = parts.flatMap((part) => this.#pushPart(part) ?? [])
    return { parts: [...faces, ...this.#pushLines(lines)], copies }
  }

  /** Writes all curves of one style together. */
  #pushLines(lines: readonly ShapeLine[]): PushedPart[] {
    return [...new Set(lines.map(({ style }) => style))].map((style) => {
      const points = lines.filter((line) => line.style === style).map((line) => line.points)
      const [origin] = points[0]
      this.#segments += points.reduce((sum, { length }) => sum + length - 1, 0)
      throwIfBeyond('triangles', this.triangles + this.#segments, this.#limits)
      const mesh = this.#scene.addLines(lineSet(points, origin, metresPerFoot))
      return { mesh, origin, material: this.#material({ renderStyle: style, style }) }
    })
  }

  #pushPart(part: ShapePart): PushedPart | null {
    const { positions, indices } = part
    if (indices.length === 0) return null
    if (!positions.every(isCoordinate)) throw new MalformedRecordError('no coordinates')
    this.triangles += indices.length / 3
    throwIfBeyond('triangles', this.triangles, this.#limits)
    const origin = computeMin(positions)
    const metres = Float64Array.from(positions, (value, index) => (value - origin[index % 3]) * metresPerFoot)
    const mesh = this.#scene.addMesh({ positions: metres, indices: Uint32Array.from(indices) })
    return mesh === null ? null : { mesh, origin, material: this.#material(part) }
  }

  /** Returns the material of the face, or of its category. */
  #material({ renderStyle, style }: Pick<ShapePart, 'renderStyle' | 'style'>): MaterialId | null {
    const id = this.#projectData.materials.has(renderStyle)
      ? renderStyle
      : (this.#projectData.styles.get(renderStyle) ?? this.#projectData.styles.get(style))
    const info = id === undefined ? undefined : this.#projectData.materials.get(id)
    if (id === undefined || !info) return null
    const cached = this.#materials.get(id)
    if (cached !== undefined) return cached
    const material = this.#scene.addMaterial({ ...info, name: cleanName(info.name) })
    this.#materials.set(id, material)
    return material
  }
}

function computeMin(positions: readonly number[]): Vector3 {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  for (let index = 0; index < positions.length; index++) {
    min[index % 3] = Math.min(min[index % 3], positions[index])
  }
  return min
}
