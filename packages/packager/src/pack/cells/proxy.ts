import { prepareMesh } from '@kamar/mesh'
import type { ChunkMesh } from '@kamar/package-format'
import { getMaxPosition, getSizes, loadGeometry } from '../../stores/geometry-pool.js'
import { hasPoints, hasTriangles, type PlacedGeometry, type PlacedScene } from '../placed-scene.js'
import { computeDiagonal } from './build-cells.js'
import type { CellLimits } from './cell-limits.js'

/** Triangles of a box. */
const boxTriangles = 12
/** Maximum triangles of one shape: a terrain must not use up those of everything on it. */
const maxShapeTriangles = 2000
/** Distance between a body and its box as a ratio of the box's diagonal: half for an angle, nothing for a wall. */
const boxErrorRatio = 0.3
/** Minimum thickness of a box as a ratio of its longest side: matrices stay invertible. */
const minThicknessRatio = 1e-3

/** Coarse form of a cell and everything below it. */
export interface CellProxy {
  /** Its instances, as a scene of their own. */
  readonly scene: PlacedScene
  /** Metres by which it differs from what is visible from outside: the largest omission or simplification. */
  readonly error: number
}

/** Form in which a proxy draws an instance. */
interface Form {
  readonly geometry: number
  readonly triangles: number
  readonly error: number
  readonly isBox: boolean
}

/** Creates proxies from instances, in simplified geometries that all of them share. */
export class ProxyBuilder {
  readonly #scene: PlacedScene
  readonly #limits: CellLimits
  /** Coarse form of each geometry by number, made on first use; the box follows them. */
  readonly #geometries: PlacedGeometry[] = []
  readonly #sides: Float64Array
  readonly #box: number

  constructor(scene: PlacedScene, limits: CellLimits) {
    this.#scene = scene
    this.#limits = limits
    this.#box = scene.geometries.length
    this.#geometries[this.#box] = createUnitBox()
    this.#sides = new Float64Array(scene.geometries.length * 3).fill(-1)
  }

  /**
   * Creates the proxy of instances that are sorted by size, the largest first; `omittedSize` is the diagonal of the
   * largest one that is already missing among them.
   */
  build(rows: Uint32Array, omittedSize: number): CellProxy {
    const { proxyTriangles } = this.#limits
    let error = omittedSize
    const proxyRows: number[] = []
    const forms: Form[] = []
    let triangles = 0
    rows.forEach((row, index) => {
      // Every remaining instance gets a box at least.
      const spare = proxyTriangles - triangles - boxTriangles * (rows.length - index)
      const form = this.#chooseForm(row, boxTriangles + Math.max(0, Math.min(spare, maxShapeTriangles)))
      if (form === null || triangles + form.triangles > proxyTriangles) {
        error = Math.max(error, computeDiagonal(this.#scene, row))
        return
      }
      triangles += form.triangles
      error = Math.max(error, form.error)
      proxyRows.push(row)
      forms.push(form)
    })
    return { scene: this.#createScene(proxyRows, forms), error }
  }

  #chooseForm(row: number, maxTriangles: number): Form | null {
    const geometry = this.#scene.geometry[row]
    const shape = this.#scene.geometries[geometry]
    if (!hasTriangles(shape)) {
      const { vertices, edges } = getSizes(shape)
      const count = hasPoints(shape) ? vertices : edges / 2
      if (count > maxTriangles) return null
      this.#geometries[geometry] ??= shape
      return { geometry, triangles: count, error: 0, isBox: false }
    }
    const coarsest = shape.levels.length - 1
    const { count, errorMetres } = shape.levels[coarsest]
    if (count / 3 > maxTriangles)
      return {
        geometry: this.#box,
        triangles: boxTriangles,
        error: computeDiagonal(this.#scene, row) * boxErrorRatio,
        isBox: true,
      }
    this.#geometries[geometry] ??= takeLevel(loadGeometry(shape) as ChunkMesh, coarsest)
    return { geometry, triangles: count / 3, error: errorMetres * this.#computeScale(row), isBox: false }
  }

  /** Returns the longest column of an instance's matrix. */
  #computeScale(row: number): number {
    const { linear } = this.#scene
    const length = (at: number): number => Math.hypot(linear[at], linear[at + 1], linear[at + 2])
    return Math.max(length(row * 9), length(row * 9 + 3), length(row * 9 + 6))
  }

  #createScene(rows: readonly number[], forms: readonly Form[]): PlacedScene {
    const source = this.#scene
    const linear = new Float32Array(rows.length * 9)
    rows.forEach((row, index) => {
      linear.set(source.linear.subarray(row * 9, row * 9 + 9), index * 9)
      if (!forms[index].isBox) return
      const sides = this.#getSides(source.geometry[row])
      for (let entry = 0; entry < 9; entry++) linear[index * 9 + entry] *= sides[Math.floor(entry / 3)]
    })
    const pick = (values: Float32Array, width: number): Float32Array => {
      const out = new Float32Array(rows.length * width)
      rows.forEach((row, index) => out.set(values.subarray(row * width, row * width + width), index * width))
      return out
    }
    return {
      geometries: this.#geometries,
      materials: source.materials,
      count: rows.length,
      node: Uint32Array.from(rows, (row) => source.node[row]),
      geometry: Uint32Array.from(forms, ({ geometry }) => geometry),
      material: Uint32Array.from(rows, (row) => source.material[row]),
      linear,
      translation: pick(source.translation, 3),
      boxes: pick(source.boxes, 6),
      hidden: new Uint8Array(rows.length),
    }
  }

  /** Returns the sides of a geometry's own box, metres. */
  #getSides(geometry: number): Float64Array {
    const sides = this.#sides.subarray(geometry * 3, geometry * 3 + 3)
    if (sides[0] >= 0) return sides
    const shape = this.#scene.geometries[geometry]
    sides.set(getMaxPosition(shape).map((largest) => largest * shape.step))
    const least = Math.max(...sides) * minThicknessRatio
    for (let axis = 0; axis < 3; axis++) sides[axis] = Math.max(sides[axis], least)
    return sides
  }
}

/** Returns a mesh of one level of another alone, without crease edges and unused vertices. */
function takeLevel(mesh: ChunkMesh, level: number): ChunkMesh {
  const { start, count } = mesh.levels[level]
  const numbers = new Map<number, number>()
  const indices = mesh.indices.slice(start, start + count).map((vertex) => {
    const number = numbers.get(vertex) ?? numbers.size
    numbers.set(vertex, number)
    return number
  })
  const vertices = [...numbers.keys()]
  const pick = <Values extends Uint16Array | Uint8Array | Int8Array>(values: Values, width: number): Values => {
    const out = values.slice(0, vertices.length * width) as Values
    vertices.forEach((vertex, index) => out.set(values.subarray(vertex * width, vertex * width + width), index * width))
    return out
  }
  const { textureCoordinates: _, ...rest } = mesh
  return {
    ...rest,
    positions: pick(mesh.positions, 3),
    normals: mesh.normals === null ? null : pick(mesh.normals, 2),
    colors: mesh.colors === null ? null : pick(mesh.colors, 4),
    indices,
    levels: [{ start: 0, count, errorMetres: 0 }],
    edges: new Uint32Array(0),
  }
}

function createUnitBox(): PlacedGeometry {
  const faces = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5]
  const positions = Float32Array.from({ length: 24 }, (_, at) => (Math.floor(at / 3) >> (at % 3)) & 1)
  const indices = Uint32Array.from({ length: 36 }, (_, at) => {
    const face = Math.floor(at / 6) * 4
    return faces[face + [0, 1, 2, 0, 2, 3][at % 6]]
  })
  const box = prepareMesh({ positions, indices })
  if (box === null) throw new RangeError('a box has triangles')
  return { ...box, edges: new Uint32Array(0) }
}
