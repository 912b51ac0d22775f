import type { FileBytes } from '@kamar/codecs/part21'
import { newClipBudget, triangulate } from '@kamar/mesh'
import { ListReader, type ByteRange } from './list-reader.js'

/** A face set as stated in the file: points in the file's unit, triangles as point indices. */
export interface FaceSet {
  readonly points: Float64Array
  readonly indices: Uint32Array
  /** The face number of each triangle, as the file counts faces, from 0. */
  readonly faces: Uint32Array
}

/**
 * Reader of tessellated face sets without the kernel. A triangulated one is already a mesh, and here it keeps its
 * shared vertices (the kernel repeats them per triangle) at a third of the time; `PnIndex` is applied, which the kernel
 * ignores. Polygonal ones are read here when their faces have colours, as the kernel's triangles do not state their
 * face.
 */
export class FaceSetReader {
  readonly #lists: ListReader

  constructor(bytes: FileBytes) {
    this.#lists = new ListReader(bytes)
  }

  /** Reads an IfcTriangulatedFaceSet; null when no triangle has existing points. */
  read(faceSet: ByteRange, pointList: ByteRange): FaceSet | null {
    const points = this.#lists.moveTo(pointList).numbers()
    // Coordinates, Normals and Closed (in IFC 4.3 the other way around) come first.
    const coordIndex = this.#lists.moveTo(faceSet, 3).numbers()
    this.#lists.skip()
    return triangleSet(points, coordIndex, this.#lists.flatNumbers())
  }

  /** Reads an IfcPolygonalFaceSet, whose faces' attributes are at `polygons` (start and end of each); null as above. */
  readPolygons(faceSet: ByteRange, pointList: ByteRange, polygons: Float64Array): FaceSet | null {
    const points = this.#lists.moveTo(pointList).numbers()
    const pointNumbers = this.#lists.moveTo(faceSet, 3).flatNumbers()
    const budget = newClipBudget()
    const indices: number[] = []
    const faces: number[] = []
    for (let face = 0; face < polygons.length / 2; face++) {
      this.#lists.moveTo({ start: polygons[2 * face], end: polygons[2 * face + 1] })
      const rings = [this.#lists.numbers(), ...this.#lists.lists()].map((ring) =>
        toPointIndices(ring, points, pointNumbers),
      )
      const coordIndex = rings.flat()
      const holes = rings.slice(0, -1).map((_, at) => rings.slice(0, at + 1).flat().length)
      const coordinates = Float64Array.from(
        coordIndex.flatMap((point) => [...points.subarray(point * 3, point * 3 + 3)]),
      )
      const triangles = coordIndex.length < 3 ? 'no-area' : triangulate(coordinates, budget, holes)
      if (typeof triangles === 'string') continue
      for (const vertex of triangles) indices.push(coordIndex[vertex])
      for (let at = 0; at < triangles.length; at += 3) faces.push(face)
    }
    if (indices.length === 0) return null
    return { points, indices: Uint32Array.from(indices), faces: Uint32Array.from(faces) }
  }
}

/** Returns the indices of the existing points of a polygon, from 0. */
function toPointIndices(ring: Float64Array, points: Float64Array, pointNumbers: Float64Array): number[] {
  const point = (vertex: number): number => (pointNumbers.length > 0 ? pointNumbers[vertex - 1] : vertex) - 1
  return Array.from(ring, point).filter((number) => number >= 0 && number < Math.floor(points.length / 3))
}

/**
 * Creates the face set from indices that count from 1, through `PnIndex` where there is one; triangles with a missing
 * point are dropped.
 */
function triangleSet(points: Float64Array, coordIndex: Float64Array, pointNumbers: Float64Array): FaceSet | null {
  const pointCount = Math.floor(points.length / 3)
  const indices = new Uint32Array(coordIndex.length - (coordIndex.length % 3))
  const faces = new Uint32Array(indices.length / 3)
  const isIndirect = pointNumbers.length > 0
  let indexCount = 0
  for (let at = 0; at + 2 < coordIndex.length; at += 3) {
    let valid = true
    for (let side = 0; side < 3; side++) {
      const vertex = coordIndex[at + side]
      const point = (isIndirect ? pointNumbers[vertex - 1] : vertex) - 1
      valid &&= point >= 0 && point < pointCount
      indices[indexCount + side] = point
    }
    if (!valid) continue
    faces[indexCount / 3] = at / 3
    indexCount += 3
  }
  if (indexCount === 0) return null
  const isComplete = indexCount === indices.length
  return isComplete
    ? { points, indices, faces }
    : { points, indices: indices.slice(0, indexCount), faces: faces.slice(0, indexCount / 3) }
}
