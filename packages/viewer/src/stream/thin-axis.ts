import { geometryKind, type Chunk } from '@kamar/view-package/read'

/** The line that stands for a long thin body where that is thinner than a pixel. */
export interface ThinAxis {
  /** Numbers of its two ends, counted from the mesh's first vertex. */
  readonly ends: Uint32Array
  /** Metres across, in the mesh's own frame. */
  readonly thickness: number
}

/** A body is long when it is so many times longer than thick. */
const leastSlenderness = 8
/** Larger meshes are no plain pipes and bars. */
const mostVertices = 2048

/** The longest line through a mesh of triangles, when the whole mesh lies close to it. */
export function axisOf(chunk: Chunk, geometry: number, words: Uint16Array): ThinAxis | null {
  const { geometries } = chunk
  const count = geometries.vertexCount[geometry]
  if (geometries.kind[geometry] !== geometryKind.triangles || count < 4 || count > mostVertices) return null
  const corners = words.subarray(geometries.vertexStart[geometry] * 4, (geometries.vertexStart[geometry] + count) * 4)
  const first = farthestFrom(corners, 0)
  const second = farthestFrom(corners, first)
  const [length, across] = spread(corners, first, second)
  if (length < across * leastSlenderness || across === 0) return null
  return { ends: Uint32Array.of(first, second), thickness: across * geometries.step[geometry] }
}

function farthestFrom(corners: Uint16Array, from: number): number {
  let best = -1
  let farthest = from
  for (let at = 0; at < corners.length; at += 4) {
    const x = corners[at] - corners[from * 4]
    const y = corners[at + 1] - corners[from * 4 + 1]
    const z = corners[at + 2] - corners[from * 4 + 2]
    const square = x * x + y * y + z * z
    if (square > best) {
      best = square
      farthest = at / 4
    }
  }
  return farthest
}

/** Length of the line between two corners and the largest distance of any corner from it, quantisation steps. */
function spread(corners: Uint16Array, first: number, second: number): [number, number] {
  const [ax, ay, az] = corners.subarray(first * 4, first * 4 + 3)
  const x = corners[second * 4] - ax
  const y = corners[second * 4 + 1] - ay
  const z = corners[second * 4 + 2] - az
  const length = Math.hypot(x, y, z)
  let across = 0
  for (let at = 0; at < corners.length; at += 4) {
    const u = corners[at] - ax
    const v = corners[at + 1] - ay
    const w = corners[at + 2] - az
    across = Math.max(across, Math.hypot(v * z - w * y, w * x - u * z, u * y - v * x))
  }
  return [length, length === 0 ? 0 : across / length]
}
