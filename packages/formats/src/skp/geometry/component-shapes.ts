import { lengthUnits } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import type { ClipBudget } from '@kamar/mesh'
import { texturedMesh } from '../../kit/textured-mesh.js'
import {
  isHiddenIn,
  type Component,
  type Edge,
  type Face,
  type FaceTexture,
  type Material,
  type Vertex,
} from '../model.js'
import { dimensionShapes } from './dimension-shapes.js'
import { createUvMap } from './face-plane.js'
import { guideShapes, type GuideShape } from './guide-shapes.js'
import { triangulateFace, type FaceFault, type FaceShape } from './face-shape.js'
import type { AnnotationScale } from './panel.js'
import { textShapes } from './text-shapes.js'
import type { LineShape, MeshShape } from './shapes.js'

const { metres } = lengthUnits.inch

/** A drawn shape of a component. */
export type Shape = MeshShape | LineShape | GuideShape

/** Shapes of a component without its instances. */
export interface ComponentShapes {
  readonly shapes: readonly Shape[]
  readonly faults: ReadonlyMap<FaceFault, number>
  /** Number of loose edges whose ends have no valid position. */
  readonly lostEdges: number
  /** Number of dimensions and texts without a position or text. */
  readonly lostDimensions: number
  readonly lostTexts: number
}

/** Context of a component's shapes besides its own content. */
export interface ShapeContext {
  /** Shared by all faces of a file. */
  readonly budget: ClipBudget
  readonly scale: AnnotationScale
}

/**
 * Computes the shapes of a component: faces with equal sides once, others once for each side. Faces without their own
 * material inherit that of the instance.
 */
export function componentShapes(
  component: Component,
  painted: Material | null,
  { budget, scale }: ShapeContext,
): ComponentShapes {
  const faults = new Map<FaceFault, number>()
  const builders = new Map<string, MeshBuilder>()
  const numbers = new Map<Material | null, number>()
  const getBuilder = (style: FaceStyle): MeshBuilder => {
    const { material, isHidden, isSingleSided } = style
    if (!numbers.has(material)) numbers.set(material, numbers.size)
    const key = `${numbers.get(material)} ${isHidden} ${isSingleSided}`
    const builder = builders.get(key) ?? new MeshBuilder(style)
    builders.set(key, builder)
    return builder
  }
  for (const face of component.faces) {
    const shape = triangulateFace(face, budget)
    if (typeof shape === 'string') {
      faults.set(shape, (faults.get(shape) ?? 0) + 1)
      continue
    }
    const front = face.material ?? painted
    const isHidden = isHiddenIn(face)
    const isSingleSided = face.back !== null && !areEquivalent(front, face.back)
    getBuilder({ material: front, isHidden, isSingleSided }).add(face, shape)
    if (isSingleSided) getBuilder({ material: face.back, isHidden, isSingleSided }).addBack(face, shape)
  }
  const meshes = [...builders.values()].map((builder) => builder.build())
  const { lines, lost } = looseLines(component)
  const dimensions = component.dimensions.map((dimension) => dimensionShapes(dimension, scale))
  const texts = component.texts.map((text) => textShapes(text, scale))
  const annotations = [...dimensions, ...texts].flatMap((shapes) => shapes ?? [])
  return {
    shapes: [...meshes, ...lines, ...guideShapes(component), ...annotations],
    faults,
    lostEdges: lost,
    lostDimensions: dimensions.filter((shapes) => shapes === null).length,
    lostTexts: texts.filter((shapes) => shapes === null).length,
  }
}

/** Returns whether two materials look identical, regardless of their names. */
const areEquivalent = (front: Material | null, back: Material): boolean =>
  front === back ||
  (front !== null &&
    front.texture === null &&
    back.texture === null &&
    front.opacity === back.opacity &&
    front.color.every((channel, at) => channel === back.color[at]))

type FaceStyle = Pick<MeshShape, 'material' | 'isHidden' | 'isSingleSided'>

/** Builder that collects faces of one appearance. */
class MeshBuilder {
  readonly #style: FaceStyle
  readonly #numbers = new Map<Vertex, number>()
  readonly #vertices: Vertex[] = []
  readonly #indices: number[] = []
  readonly #edges: number[] = []
  readonly #drawnEdges = new Set<Edge>()
  /** u, v of each corner of each triangle. */
  readonly #coordinates: number[] = []

  constructor(style: FaceStyle) {
    this.#style = style
  }

  add(face: Face, shape: FaceShape): void {
    this.#addTriangles(shape)
    for (const { edge } of face.loops.flat()) {
      if (edge.isSoft || isHiddenIn(edge) || this.#drawnEdges.has(edge)) continue
      this.#drawnEdges.add(edge)
      this.#edges.push(this.#addVertex(edge.start), this.#addVertex(edge.end))
    }
    this.#lay(face.plane, shape, face.frontTexture)
  }

  /** Adds the back side of a face; its edges are drawn with its front. */
  addBack(face: Face, { vertices, triangles }: FaceShape): void {
    const shape = { vertices, triangles: triangles.toReversed() }
    this.#addTriangles(shape)
    this.#lay(face.plane, shape, face.backTexture)
  }

  #addTriangles({ vertices, triangles }: FaceShape): void {
    const numbers = vertices.map((vertex) => this.#addVertex(vertex))
    for (const index of triangles) this.#indices.push(numbers[index])
  }

  /** Computes the texture coordinates of its vertices, shifted by whole repetitions to be near the first one. */
  #lay([x, y, z]: readonly number[], { vertices, triangles }: FaceShape, faceTexture: FaceTexture | null): void {
    const texture = this.#style.material?.texture ?? null
    if (texture === null) return
    const map = createUvMap([x, y, z], texture, faceTexture)
    const uvs = vertices.map(({ position }) => map?.(position) ?? ([0, 0] as const))
    const least = [0, 1].map((axis) => Math.floor(uvs.reduce((low, point) => Math.min(low, point[axis]), Infinity)))
    for (const index of triangles) {
      const [u, v] = uvs[index]
      this.#coordinates.push(u - least[0], v - least[1])
    }
  }

  #addVertex(vertex: Vertex): number {
    const cached = this.#numbers.get(vertex)
    if (cached !== undefined) return cached
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
    const mesh = this.#style.material?.texture
      ? texturedMesh(plain, {
          rows: computeRows(coordinates),
          coordinate: (row, axis) => (axis === 0 ? coordinates[2 * row] : 1 - coordinates[2 * row + 1]),
        })
      : { ...plain, edges: Uint32Array.from(this.#edges) }
    const origin = [from[0] * metres, from[1] * metres, from[2] * metres] as const
    return { kind: 'mesh', mesh, origin, ...this.#style }
  }
}

/** Returns a row number for each distinct pair of coordinates: that of the first vertex with it. */
function computeRows(coordinates: readonly number[]): Uint32Array {
  const first = new Map<string, number>()
  return Uint32Array.from({ length: coordinates.length / 2 }, (_, index) => {
    const key = `${coordinates[2 * index]} ${coordinates[2 * index + 1]}`
    const row = first.get(key) ?? index
    first.set(key, row)
    return row
  })
}

function looseLines(component: Component): { readonly lines: LineShape[]; readonly lost: number } {
  let lost = 0
  const used = new Set<Edge>()
  for (const { loops } of component.faces) for (const loop of loops) for (const { edge } of loop) used.add(edge)
  const groups = new Map<Material | null, { visible: Edge[]; hidden: Edge[] }>()
  for (const edge of component.edges) {
    const { start, end, material } = edge
    if (used.has(edge)) continue
    if (![...start.position, ...end.position].every(isCoordinate)) {
      lost++
      continue
    }
    const group = groups.get(material) ?? { visible: [], hidden: [] }
    groups.set(material, group)
    ;(isHiddenIn(edge) ? group.hidden : group.visible).push(edge)
  }
  const shape = (material: Material | null, edges: readonly Edge[], isHidden: boolean): LineShape[] => {
    const lines = edges.map(({ start, end }) => [start.position, end.position] as const)
    return lines.length > 0 ? [{ kind: 'lines', lines, material, isHidden }] : []
  }
  const lines = [...groups].flatMap(([material, { visible, hidden }]) => [
    ...shape(material, visible, false),
    ...shape(material, hidden, true),
  ])
  return { lines, lost }
}
