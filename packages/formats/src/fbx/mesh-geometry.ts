import type { MeshInput } from '@kamar/core'
import { childNumbers } from './fbx-node.js'
import type { FbxNode } from './fbx-node.js'
import { findLayer, layerElements, materialOfPolygon } from './layers.js'
import type { PolygonVertex, Layer } from './layers.js'
import { cutPolygons, decodeVertex, type CutPolygons } from './polygons.js'
import { GrowingUint32 } from '../kit/growing-array.js'
import { maxMeshTriangles } from '../kit/split-mesh.js'
import { toImageCoordinate, type TextureTransform } from '../kit/texture-transform.js'
import { texturedMesh, type IndexedTextureCoordinates } from '../kit/textured-mesh.js'

/** Triangles of a mesh with one material, or the next of more than a mesh may have. */
export interface MeshPart {
  /** Material index, in the order in which materials connect to the model. */
  readonly material: number
  readonly mesh: MeshInput
  readonly isPart: boolean
}

/** A mesh split by material, relative to a nearby origin. */
export interface CutMesh {
  /** Created one after another as they are taken. */
  readonly parts: Iterable<MeshPart>
  /** Origin in metres: added to every position, it gives the position in the geometry. */
  readonly origin: readonly [number, number, number]
  readonly triangles: number
  readonly skipped: ReadonlyMap<string, number>
}

/** UV transform of the shapes that use a material. */
export interface UvTransform {
  readonly transform: TextureTransform
  /** Name of its texture coordinates; '' or an unknown name selects the first ones. */
  readonly uvSet: string
}

/** Options of cutting a mesh. */
export interface CutOptions {
  /** UV transforms by material. */
  readonly textured?: ReadonlyMap<number, UvTransform>
  readonly maxTriangles?: number
}

/**
 * Converts a geometry's polygons to triangle meshes, in metres; those with `textured` materials get texture
 * coordinates, if the file states them.
 */
export function cutMesh(
  geometry: FbxNode,
  metres: number,
  { textured = new Map(), maxTriangles = maxMeshTriangles }: CutOptions = {},
): CutMesh {
  const positions = childNumbers(geometry, 'Vertices')
  const stored = childNumbers(geometry, 'PolygonVertexIndex')
  const cut = cutPolygons(stored, positions)
  const minPosition = computeOrigin(positions, stored, cut.polygonVertices)
  const mesher = new PartMesher({ geometry, positions, stored, origin: minPosition, metres })
  const origin = [minPosition[0] * metres, minPosition[1] * metres, minPosition[2] * metres] as const
  const groups = groupByMaterial(cut, materialOfPolygon(geometry))
  const parts = createParts(groups, maxTriangles, (material, triangles) =>
    mesher.mesh(triangles, { ...cut, uvTransform: textured.get(material) }),
  )
  return { parts, origin, triangles: cut.polygons.length, skipped: cut.skipped }
}

type Groups = readonly (readonly [material: number, triangles: GrowingUint32])[]

function groupByMaterial({ polygons }: CutPolygons, materialOf: (polygon: number) => number): Groups {
  const trianglesOf = new Map<number, GrowingUint32>()
  for (let triangle = 0; triangle < polygons.length; triangle++) {
    const material = materialOf(polygons.at(triangle))
    let list = trianglesOf.get(material)
    if (list === undefined) trianglesOf.set(material, (list = new GrowingUint32()))
    list.push(triangle)
  }
  return [...trianglesOf].sort(([a], [b]) => a - b)
}

function* createParts(
  groups: Groups,
  maxTriangles: number,
  mesh: (material: number, triangles: Uint32Array) => MeshInput,
): Generator<MeshPart> {
  for (const [material, triangles] of groups) {
    const isPart = triangles.length > maxTriangles
    for (let start = 0; start < triangles.length; start += maxTriangles)
      yield { material, isPart, mesh: mesh(material, triangles.toArray(start, start + maxTriangles)) }
  }
}

function computeOrigin(
  positions: ArrayLike<number>,
  stored: ArrayLike<number>,
  polygonVertices: GrowingUint32,
): [number, number, number] {
  const smallest: [number, number, number] = [Infinity, Infinity, Infinity]
  for (let at = 0; at < polygonVertices.length; at++) {
    const vertex = 3 * decodeVertex(stored[polygonVertices.at(at)])
    for (const axis of [0, 1, 2] as const) smallest[axis] = Math.min(smallest[axis], positions[vertex + axis])
  }
  return polygonVertices.length > 0 ? smallest : [0, 0, 0]
}

interface MeshSource {
  readonly geometry: FbxNode
  readonly positions: ArrayLike<number>
  readonly stored: ArrayLike<number>
  readonly origin: readonly [number, number, number]
  readonly metres: number
}

interface Triangles {
  readonly polygonVertices: GrowingUint32
  readonly polygons: GrowingUint32
  readonly uvTransform: UvTransform | undefined
}

/** Mesher that creates one vertex for each distinct combination of position, normal and colour. */
class PartMesher {
  readonly #source: MeshSource
  readonly #normals: Layer | null
  readonly #colors: Layer | null
  readonly #textures = new Map<string, Layer | null>()

  constructor(source: MeshSource) {
    this.#source = source
    this.#normals = findLayer(source.geometry, layerElements.normals)
    this.#colors = findLayer(source.geometry, layerElements.colors)
  }

  #getTextureLayer({ uvSet }: UvTransform): Layer | null {
    const cached = this.#textures.get(uvSet)
    if (cached !== undefined) return cached
    const layer = findLayer(this.#source.geometry, layerElements.textures, uvSet)
    this.#textures.set(uvSet, layer)
    return layer
  }

  mesh(triangles: Uint32Array, { polygonVertices, polygons, uvTransform }: Triangles): MeshInput {
    const { stored } = this.#source
    const textures = uvTransform ? this.#getTextureLayer(uvTransform) : null
    const vertices = new VertexTable(this.#normals, this.#colors)
    const indices = new Uint32Array(3 * triangles.length)
    const rows = new Int32Array(indices.length)
    triangles.forEach((triangle, at) => {
      for (let side = 0; side < 3; side++) {
        const index = polygonVertices.at(3 * triangle + side)
        const polygonVertex = { index, vertex: decodeVertex(stored[index]), polygon: polygons.at(triangle) }
        indices[3 * at + side] = vertices.add(polygonVertex)
        rows[3 * at + side] = textures?.row(polygonVertex) ?? -1
      }
    })
    const normals = vertices.normals()
    const colors = vertices.colors()
    const shape = {
      positions: this.#positions(vertices),
      indices,
      ...(normals && { normals }),
      ...(colors && { colors }),
    }
    return uvTransform && textures
      ? texturedMesh(shape, createTextureMapping(rows, textures, uvTransform.transform))
      : shape
  }

  #positions({ vertices }: VertexTable): Float32Array {
    const { positions, origin: minPosition, metres } = this.#source
    const local = new Float32Array(3 * vertices.length)
    vertices.forEach((vertex, at) => {
      for (let axis = 0; axis < 3; axis++) {
        local[3 * at + axis] = (positions[3 * vertex + axis] - (minPosition[axis] ?? 0)) * metres
      }
    })
    return local
  }
}

/** Creates the texture mapping; FBX counts v upwards from the lower edge. */
const createTextureMapping = (
  rows: Int32Array,
  { values }: Layer,
  transform: TextureTransform,
): IndexedTextureCoordinates => ({
  rows,
  coordinate: (row, axis) => toImageCoordinate(transform, [values[2 * row], values[2 * row + 1]], axis),
})

/** Vertices of a part, deduplicated by normals and colours through one list per vertex of the geometry. */
class VertexTable {
  /** Vertex of the geometry, per vertex of the part. */
  readonly vertices: number[] = []
  readonly #normalRows: number[] = []
  readonly #colorRows: number[] = []
  readonly #next: number[] = []
  readonly #first = new Map<number, number>()
  readonly #normalLayer: Layer | null
  readonly #colorLayer: Layer | null

  constructor(normals: Layer | null, colors: Layer | null) {
    this.#normalLayer = normals
    this.#colorLayer = colors
  }

  add(polygonVertex: PolygonVertex): number {
    const normalRow = this.#normalLayer?.row(polygonVertex) ?? 0
    const colorRow = this.#colorLayer?.row(polygonVertex) ?? 0
    let local = this.#first.get(polygonVertex.vertex) ?? -1
    while (local >= 0 && !this.#isSame(local, normalRow, colorRow)) local = this.#next[local]
    if (local >= 0) return local
    this.#next.push(this.#first.get(polygonVertex.vertex) ?? -1)
    this.#first.set(polygonVertex.vertex, this.vertices.length)
    this.#normalRows.push(normalRow)
    this.#colorRows.push(colorRow)
    return this.vertices.push(polygonVertex.vertex) - 1
  }

  #isSame(local: number, normalRow: number, colorRow: number): boolean {
    return (
      equalRows(this.#normalLayer, 3, this.#normalRows[local], normalRow) &&
      equalRows(this.#colorLayer, 4, this.#colorRows[local], colorRow)
    )
  }

  /** Returns unit normals; null where the file lacks some: the mesh stage computes better ones. */
  normals(): Float32Array | null {
    const values = this.#normalLayer?.values
    if (!values) return null
    const normals = new Float32Array(3 * this.vertices.length)
    for (const [local, row] of this.#normalRows.entries()) {
      const [x, y, z] = [values[3 * row], values[3 * row + 1], values[3 * row + 2]]
      const length = Math.hypot(x, y, z)
      if (!(length > 1e-12) || !Number.isFinite(length)) return null
      normals.set([x / length, y / length, z / length], 3 * local)
    }
    return normals
  }

  /** Returns colours, 0 to 255; null where the file has none, or only white. */
  colors(): Uint8Array | null {
    const values = this.#colorLayer?.values
    if (!values) return null
    const colors = new Uint8Array(4 * this.vertices.length).fill(255)
    for (const [local, row] of this.#colorRows.entries()) {
      for (let channel = 0; channel < 4; channel++) {
        const value = values[4 * row + channel]
        if (Number.isFinite(value)) colors[4 * local + channel] = Math.round(255 * Math.min(1, Math.max(0, value)))
      }
    }
    return colors.some((value) => value !== 255) ? colors : null
  }
}

function equalRows(layer: Layer | null, width: number, first: number, second: number): boolean {
  if (!layer || first === second) return true
  for (let at = 0; at < width; at++) {
    if (layer.values[width * first + at] !== layer.values[width * second + at]) return false
  }
  return true
}
