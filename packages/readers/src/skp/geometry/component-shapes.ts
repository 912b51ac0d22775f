import type { MeshInput } from '@kamar/scene'
import { isCoordinate } from '../../shared/coordinates.js'
import type { Vector } from '../../shared/matrix.js'
import type { ClipBudget } from '../../shared/polygon.js'
import { texturedMesh } from '../../shared/textured-mesh.js'
import { lengthUnits } from '../../shared/units.js'
import type { Component, Drawn, Edge, Face, Material, Vertex } from '../model.js'
import { pictureMap } from './face-plane.js'
import { shapeOf, type FaceFault, type FaceShape } from './face-shape.js'

const { metres } = lengthUnits.inch

/** Faces of a component that look alike. */
export interface MeshShape {
  readonly kind: 'mesh'
  readonly mesh: MeshInput
  /** What to add to its positions, metres. */
  readonly origin: Vector
  readonly material: Material | null
  readonly isHidden: boolean
}

/** Edges of a component that belong to no face, in inches. */
export interface LineShape {
  readonly kind: 'lines'
  readonly lines: readonly (readonly [Vector, Vector])[]
  readonly material: Material | null
  readonly isHidden: boolean
}

/** What a component is drawn as. */
export type Shape = MeshShape | LineShape

/** What a component looks like by itself. */
export interface ComponentShapes {
  readonly shapes: readonly Shape[]
  readonly faults: ReadonlyMap<FaceFault, number>
  /** Edges by themselves whose ends are no places. */
  readonly lostEdges: number
  /** Faces with a picture or a colour of their own on either side, of which one is shown. */
  readonly otherBacks: number
}

/** Whether something is not seen until somebody asks for it. */
export const isHiddenIn = ({ isHidden, layer }: Drawn): boolean => isHidden || layer?.isVisible === false

/**
 * The shapes of a component; faces without a material of their own have the one that the component is painted with where it
 * stands. `budget` is shared by all faces of a file.
 */
export function componentShapes(component: Component, painted: Material | null, budget: ClipBudget): ComponentShapes {
  const faults = new Map<FaceFault, number>()
  const builders = new Map<string, MeshBuilder>()
  const numbers = new Map<Material | null, number>()
  let otherBacks = 0
  for (const face of component.faces) {
    const shape = shapeOf(face, budget)
    if (typeof shape === 'string') {
      faults.set(shape, (faults.get(shape) ?? 0) + 1)
      continue
    }
    const front = face.material ?? painted
    const material = front ?? face.back
    if (front !== null && face.back !== null && front !== face.back) otherBacks++
    const isHidden = isHiddenIn(face)
    if (!numbers.has(material)) numbers.set(material, numbers.size)
    const key = `${numbers.get(material)} ${isHidden}`
    const builder = builders.get(key) ?? new MeshBuilder(material, isHidden)
    builders.set(key, builder)
    builder.add(face, shape, front === null)
  }
  const meshes = [...builders.values()].map((builder) => builder.build())
  const { lines, lost } = looseLines(component)
  return { shapes: [...meshes, ...lines], faults, lostEdges: lost, otherBacks }
}

/** Gathers faces of one look. */
class MeshBuilder {
  readonly #material: Material | null
  readonly #isHidden: boolean
  readonly #numbers = new Map<Vertex, number>()
  readonly #vertices: Vertex[] = []
  readonly #indices: number[] = []
  readonly #edges: number[] = []
  readonly #drawn = new Set<Edge>()
  /** u, v of each corner of each triangle. */
  readonly #coordinates: number[] = []

  constructor(material: Material | null, isHidden: boolean) {
    this.#material = material
    this.#isHidden = isHidden
  }

  add(face: Face, { corners, triangles }: FaceShape, isBack: boolean): void {
    const numbers = corners.map((vertex) => this.#numberOf(vertex))
    for (const corner of triangles) this.#indices.push(numbers[corner])
    for (const { edge } of face.loops.flat()) {
      if (edge.isSoft || isHiddenIn(edge) || this.#drawn.has(edge)) continue
      this.#drawn.add(edge)
      this.#edges.push(this.#numberOf(edge.start), this.#numberOf(edge.end))
    }
    if (this.#material?.texture) this.#lay(face, { corners, triangles }, isBack)
  }

  /** Where its corners stand on the picture, moved by whole pictures to be near its first one. */
  #lay(face: Face, { corners, triangles }: FaceShape, isBack: boolean): void {
    const [x, y, z] = face.plane
    const texture = this.#material?.texture ?? null
    const map = texture && pictureMap([x, y, z], texture, isBack ? face.backTexture : face.frontTexture)
    const places = corners.map(({ position }) => map?.(position) ?? ([0, 0] as const))
    const least = [0, 1].map((axis) => Math.floor(places.reduce((low, place) => Math.min(low, place[axis]), Infinity)))
    for (const corner of triangles) {
      const [u, v] = places[corner]
      this.#coordinates.push(u - least[0], v - least[1])
    }
  }

  #numberOf(vertex: Vertex): number {
    const known = this.#numbers.get(vertex)
    if (known !== undefined) return known
    this.#numbers.set(vertex, this.#vertices.length)
    return this.#vertices.push(vertex) - 1
  }

  build(): MeshShape {
    const from = this.#vertices[0]?.position ?? [0, 0, 0]
    const positions = new Float64Array(3 * this.#vertices.length)
    for (const [number, { position }] of this.#vertices.entries()) {
      for (let axis = 0; axis < 3; axis++) positions[3 * number + axis] = (position[axis] - from[axis]) * metres
    }
    const plain = { positions, indices: Uint32Array.from(this.#indices) }
    const coordinates = this.#coordinates
    const mesh = this.#material?.texture
      ? texturedMesh(plain, {
          rows: rowsOf(coordinates),
          coordinate: (row, axis) => (axis === 0 ? coordinates[2 * row] : 1 - coordinates[2 * row + 1]),
        })
      : { ...plain, edges: Uint32Array.from(this.#edges) }
    const origin = [from[0] * metres, from[1] * metres, from[2] * metres] as const
    return { kind: 'mesh', mesh, origin, material: this.#material, isHidden: this.#isHidden }
  }
}

/** A number for each different pair of coordinates: that of the first corner that has it. */
function rowsOf(coordinates: readonly number[]): Uint32Array {
  const first = new Map<string, number>()
  return Uint32Array.from({ length: coordinates.length / 2 }, (_, corner) => {
    const key = `${coordinates[2 * corner]} ${coordinates[2 * corner + 1]}`
    const row = first.get(key) ?? corner
    first.set(key, row)
    return row
  })
}

function looseLines(component: Component): { readonly lines: LineShape[]; readonly lost: number } {
  let lost = 0
  const used = new Set<Edge>()
  for (const { loops } of component.faces) for (const loop of loops) for (const { edge } of loop) used.add(edge)
  const groups = new Map<Material | null, { seen: Edge[]; hidden: Edge[] }>()
  for (const edge of component.edges) {
    const { start, end, material } = edge
    if (used.has(edge)) continue
    if (![...start.position, ...end.position].every(isCoordinate)) {
      lost++
      continue
    }
    const group = groups.get(material) ?? { seen: [], hidden: [] }
    groups.set(material, group)
    ;(isHiddenIn(edge) ? group.hidden : group.seen).push(edge)
  }
  const shape = (material: Material | null, edges: readonly Edge[], isHidden: boolean): LineShape[] => {
    const lines = edges.map(({ start, end }) => [start.position, end.position] as const)
    return lines.length > 0 ? [{ kind: 'lines', lines, material, isHidden }] : []
  }
  const lines = [...groups].flatMap(([material, { seen, hidden }]) => [
    ...shape(material, seen, false),
    ...shape(material, hidden, true),
  ])
  return { lines, lost }
}
