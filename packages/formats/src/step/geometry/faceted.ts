import type { MeshInput } from '@kamar/core'
import { newClipBudget, triangulate, type ClipBudget } from '@kamar/mesh'
import type { FaceUse } from '../model/faces.js'
import { readVector } from '../model/placements.js'
import type { StepFile } from '../step-file.js'
import type { TessellatedPart } from './tessellated.js'

/** Options for reading a faceted solid. */
export interface FacetedOptions<Style> {
  /** Metres per unit of its coordinates. */
  readonly metres: number
  /** The style of a face, or null. */
  readonly styleOf: (face: FaceUse) => Style | null
}

/** Lists the bounds of a face: rows of its loops, the outer one first, and whether each is reversed. */
function listLoops(file: StepFile, face: number): { readonly row: number; readonly isBackward: boolean }[] {
  const bounds = file.rowsIn(file.attributes(face)[1])
  const outer = bounds.filter((bound) => file.typeOf(bound) === 'FACE_OUTER_BOUND')
  return [...outer, ...bounds.filter((bound) => !outer.includes(bound))].map((bound) => {
    const [, loop, orientation] = file.attributes(bound)
    return { row: file.rowOf(loop), isBackward: orientation === false }
  })
}

/**
 * Returns whether all faces are polygons of points alone: they bypass the kernel, which only reads them with explicit
 * planes.
 */
export function isFaceted(file: StepFile, faces: readonly FaceUse[]): boolean {
  return (
    faces.length > 0 &&
    faces.every(({ row }) => {
      const loops = listLoops(file, row)
      return loops.length > 0 && loops.every((loop) => file.typeOf(loop.row) === 'POLY_LOOP')
    })
  )
}

/** Reads the triangles of a faceted solid, one mesh for each style of its faces; omits polygons without area. */
export function readFaceted<Style>(
  file: StepFile,
  faces: readonly FaceUse[],
  { metres, styleOf }: FacetedOptions<Style>,
): TessellatedPart<Style>[] {
  const budget = newClipBudget()
  const byStyle = new Map<Style | null, { positions: number[]; indices: number[] }>()
  for (const face of faces) {
    const style = styleOf(face)
    const target = byStyle.get(style) ?? { positions: [], indices: [] }
    byStyle.set(style, target)
    addFace(file, face, { target, metres, budget })
  }
  return [...byStyle]
    .filter(([, { indices }]) => indices.length > 0)
    .map(([style, { positions, indices }]) => {
      const mesh: MeshInput = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) }
      return { style, mesh }
    })
}

interface Adding {
  readonly target: { readonly positions: number[]; readonly indices: number[] }
  readonly metres: number
  readonly budget: ClipBudget
}

function addFace(file: StepFile, face: FaceUse, { target, metres, budget }: Adding): void {
  const points: number[] = []
  const holes: number[] = []
  for (const { row, isBackward } of listLoops(file, face.row)) {
    if (points.length > 0) holes.push(points.length / 3)
    const loopPoints = file.rowsIn(file.attributes(row)[1])
    for (const point of isBackward ? loopPoints.toReversed() : loopPoints) {
      points.push(...(readVector(file, point) ?? [0, 0, 0]).map((value) => value * metres))
    }
  }
  const triangles = triangulate(Float64Array.from(points), budget, holes)
  if (typeof triangles === 'string') return
  const first = target.positions.length / 3
  target.positions.push(...points)
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at], triangles[at + 1], triangles[at + 2]]
    target.indices.push(first + a, first + (face.isReversed ? c : b), first + (face.isReversed ? b : c))
  }
}
