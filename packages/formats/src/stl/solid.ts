import type { MeshInput } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'

type Color = readonly [red: number, green: number, blue: number]

/**
 * One solid as read from the file: a triangle soup in the file's unit. STL shares no vertices; the mesh stage merges
 * them.
 */
export interface Solid {
  /** Name in the file; '' without one. */
  readonly name: string
  /** Nine coordinates per triangle; longer than `triangles` requires where capacity is left. */
  readonly positions: Float32Array
  readonly triangles: number
  /** r g b, 0 to 255, per triangle; null when no triangle has a colour. */
  readonly colors: Uint8Array | null
}

/** A solid, or the next part of one that has more triangles than a mesh may have. */
export interface SolidPart extends Solid {
  /** Whether the solid ends with this part. */
  readonly isLast: boolean
}

/** A mesh near the origin, its offset, and its uniform colour (channels 0 to 1). */
export interface SolidMesh {
  readonly mesh: MeshInput
  /** Metres. */
  readonly origin: readonly [number, number, number]
  readonly color: Color | null
}

/** Returns whether nine coordinates from `at` on can be drawn. */
export function isDrawable(positions: Float32Array, at: number): boolean {
  for (let index = at; index < at + 9; index++) if (!isCoordinate(positions[index])) return false
  return true
}

/** Minimum and maximum corner of a solid, in the file's unit. */
export interface SolidBox {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** Computes the box around two boxes. */
export const joinBoxes = (a: SolidBox, b: SolidBox): SolidBox => ({
  min: [Math.min(a.min[0], b.min[0]), Math.min(a.min[1], b.min[1]), Math.min(a.min[2], b.min[2])],
  max: [Math.max(a.max[0], b.max[0]), Math.max(a.max[1], b.max[1]), Math.max(a.max[2], b.max[2])],
})

/** Computes the bounding box of a solid's triangles. */
export function computeBounds({ positions, triangles }: Solid): SolidBox {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const axis of [0, 1, 2] as const) {
    let [smallest, largest] = [Infinity, -Infinity]
    for (let at = axis; at < 9 * triangles; at += 3) {
      const value = positions[at]
      if (value < smallest) smallest = value
      if (value > largest) largest = value
    }
    min[axis] = smallest
    max[axis] = largest
  }
  return { min, max }
}

/** Scales a solid to metres relative to its minimum corner, in place: the array is transferred with the mesh. */
export function solidMesh(
  { positions: all, triangles, colors }: Solid,
  { min }: SolidBox,
  metresPerUnit: number,
): SolidMesh {
  const positions = all.subarray(0, 9 * triangles)
  const [x, y, z] = min
  const indices = new Uint32Array(3 * triangles)
  for (let vertex = 0; vertex < indices.length; vertex++) {
    const at = 3 * vertex
    positions[at] = (positions[at] - x) * metresPerUnit
    positions[at + 1] = (positions[at + 1] - y) * metresPerUnit
    positions[at + 2] = (positions[at + 2] - z) * metresPerUnit
    indices[vertex] = vertex
  }
  const color = colors && singleColor(colors, triangles)
  const vertexColors = colors && !color ? { colors: colorPerVertex(colors, triangles) } : {}
  const origin = [x * metresPerUnit + 0, y * metresPerUnit + 0, z * metresPerUnit + 0] as const
  return { mesh: { positions, indices, ...vertexColors }, origin, color }
}

function singleColor(colors: Uint8Array, triangles: number): Color | null {
  for (let at = 3; at < 3 * triangles; at++) if (colors[at] !== colors[at - 3]) return null
  return [colors[0] / 255, colors[1] / 255, colors[2] / 255]
}

function colorPerVertex(colors: Uint8Array, triangles: number): Uint8Array {
  const channels = new Uint8Array(12 * triangles)
  for (let vertex = 0; vertex < 3 * triangles; vertex++) {
    const from = 3 * Math.floor(vertex / 3)
    channels.set([colors[from], colors[from + 1], colors[from + 2], 255], 4 * vertex)
  }
  return channels
}
