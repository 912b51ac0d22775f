import type { MeshInput, Placement } from '@kamar/core'

type Point3 = readonly [number, number, number]

/** Two triangles per side, seen from outside, by corner numbers (bit 0 x, bit 1 y, bit 2 z). */
const boxTriangles = [
  [0, 4, 6, 0, 6, 2],
  [1, 3, 7, 1, 7, 5],
  [0, 1, 5, 0, 5, 4],
  [2, 6, 7, 2, 7, 3],
  [0, 2, 3, 0, 3, 1],
  [4, 5, 7, 4, 7, 6],
].flat()

/** Creates an axis-aligned box, metres. */
export function boxMesh(min: Point3, max: Point3): MeshInput {
  const positions = new Float32Array(24)
  for (let vertex = 0; vertex < 8; vertex++)
    for (let axis = 0; axis < 3; axis++)
      positions[vertex * 3 + axis] = ((vertex >> axis) & 1) === 1 ? max[axis] : min[axis]
  return { positions, indices: Uint32Array.from(boxTriangles) }
}

/** Returns a generator with the same numbers in every run. */
export function testRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Creates a ball with random bumps, so that all differ. */
export function stoneMesh(radius: number, segments: number, seed: number): MeshInput {
  const random = testRandom(seed)
  const { positions, indices } = ballMesh(radius, segments)
  for (let vertex = 0; vertex < positions.length; vertex += 3) {
    const bump = 1 + random() * 0.08
    for (let axis = 0; axis < 3; axis++) positions[vertex + axis] *= bump
  }
  return { positions, indices }
}

/** Creates a ball about the origin of `segments` × `segments` / 2 facets. */
export function ballMesh(radius: number, segments: number): MeshInput {
  const rings = segments / 2
  const positions: number[] = [0, 0, radius]
  for (let ring = 1; ring < rings; ring++)
    for (let segment = 0; segment < segments; segment++) {
      const down = (ring / rings) * Math.PI
      const around = (segment / segments) * 2 * Math.PI
      positions.push(
        radius * Math.sin(down) * Math.cos(around),
        radius * Math.sin(down) * Math.sin(around),
        radius * Math.cos(down),
      )
    }
  positions.push(0, 0, -radius)
  const at = (ring: number, segment: number): number => 1 + (ring - 1) * segments + (segment % segments)
  const last = positions.length / 3 - 1
  const indices: number[] = []
  for (let segment = 0; segment < segments; segment++) {
    indices.push(0, at(1, segment), at(1, segment + 1))
    for (let ring = 1; ring < rings - 1; ring++)
      indices.push(
        ...[at(ring, segment), at(ring + 1, segment), at(ring + 1, segment + 1)],
        ...[at(ring, segment), at(ring + 1, segment + 1), at(ring, segment + 1)],
      )
    indices.push(at(rings - 1, segment), last, at(rings - 1, segment + 1))
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Creates an upright round bar on the origin, closed at both ends, of `segments` facets. */
export function barMesh(radius: number, height: number, segments: number): MeshInput {
  const positions: number[] = [0, 0, 0, 0, 0, height]
  const indices: number[] = []
  for (let segment = 0; segment < segments; segment++) {
    const around = (segment / segments) * 2 * Math.PI
    const [x, y] = [radius * Math.cos(around), radius * Math.sin(around)]
    positions.push(x, y, 0, x, y, height)
    const base = 2 + segment * 2
    const next = 2 + ((segment + 1) % segments) * 2
    indices.push(base, next, next + 1, base, next + 1, base + 1, 0, next, base, 1, base + 1, next + 1)
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Returns a translation without rotation. */
export const placedAt = (x: number, y: number, z: number): Placement => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]
