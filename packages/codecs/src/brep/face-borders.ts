import type { FaceMesh } from './face-mesh.js'

/** Adjacency of faces along their borders. */
export interface FaceBorders {
  /** Faces with a border that no other face shares: open edges of the solid, or cracks. */
  readonly open: ReadonlySet<number>
  /** Returns these faces and those that share a border with one of them. */
  withNeighbours(faces: ReadonlySet<number>): Set<number>
}

/** Index of points: points of two faces on one edge are bit-identical. */
class PointNumbers {
  readonly #numbers = new Map<number, number>()

  getNumber(bits: Int32Array, vertex: number): number {
    let low = 0
    let high = 0
    for (let at = 3 * vertex; at < 3 * vertex + 3; at++) {
      // Minus zero equals zero.
      const value = bits[at] === -0x8000_0000 ? 0 : bits[at]
      low = Math.imul(low ^ value ^ (low >>> 15), 0x85eb_ca6b)
      high = Math.imul(high ^ value ^ (high >>> 13), 0x9e37_79b1)
    }
    const key = (low >>> 0) + (high & 0x1f_ffff) * 2 ** 32
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(key, number)
    }
    return number
  }
}

const maxPoints = 2 ** 26

/**
 * Computes the border segments of a face: sides of a single triangle, as keys of their two points, with their vertex
 * indices. Sides where a face meets itself (the seam of a cylinder) are not borders.
 */
function computeBorder(
  { positions, indices }: FaceMesh,
  pointNumbers: PointNumbers,
): Map<number, readonly [number, number]> {
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length)
  const numbers = Array.from({ length: positions.length / 3 }, (_, vertex) => pointNumbers.getNumber(bits, vertex))
  const borderEdges = new Map<number, readonly [number, number]>()
  for (let at = 0; at < indices.length; at++) {
    const one = numbers[indices[at]]
    const next = at % 3 === 2 ? at - 2 : at + 1
    const other = numbers[indices[next]]
    if (one === other) continue
    const key = Math.min(one, other) * maxPoints + Math.max(one, other)
    if (!borderEdges.delete(key)) borderEdges.set(key, [indices[at], indices[next]])
  }
  return borderEdges
}

/** Finds the borders that faces share. */
export function faceBorders(faces: readonly (FaceMesh | undefined)[]): FaceBorders {
  const pointNumbers = new PointNumbers()
  const facesAt = new Map<number, number[]>()
  for (const [number, face] of faces.entries()) {
    if (!face) continue
    for (const key of computeBorder(face, pointNumbers).keys()) {
      const faceNumbers = facesAt.get(key)
      if (faceNumbers) faceNumbers.push(number)
      else facesAt.set(key, [number])
    }
  }
  const shared = [...facesAt.values()]
  return {
    open: new Set(shared.filter((sharing) => sharing.length === 1).flat()),
    withNeighbours: (selection) =>
      new Set([...selection, ...shared.filter((sharing) => sharing.some((face) => selection.has(face))).flat()]),
  }
}

/** Returns vertex pairs along the borders of a face, drawn as its edges. */
export function borderPairs(face: FaceMesh): (readonly [number, number])[] {
  return [...computeBorder(face, new PointNumbers()).values()]
}
