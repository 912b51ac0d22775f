import type { PreparedMesh } from '@kamar/core'
import type { Matrix } from '@kamar/core/math'

/** Gap between neighbours, as a fraction of their size. */
const gapPart = 0.25
const minGapMetres = 0.1

interface PlanBox {
  readonly min: [number, number]
  readonly max: [number, number]
}

/** Plan boxes of elements, from the boxes of their meshes; metres. */
export class NodeBoxes {
  readonly #boxes = new Map<number, PlanBox>()

  /** Adds a mesh of an element with its transform. */
  add(node: number, mesh: PreparedMesh, m: Matrix): void {
    const extent = computeExtent(mesh)
    const box = this.#boxes.get(node) ?? { min: [Infinity, Infinity], max: [-Infinity, -Infinity] }
    this.#boxes.set(node, box)
    for (let vertex = 0; vertex < 8; vertex++) {
      const at = [0, 1, 2].map((axis) => mesh.origin[axis] + ((vertex >> axis) & 1) * extent[axis])
      for (const axis of [0, 1] as const) {
        const value = m[axis] * at[0] + m[3 + axis] * at[1] + m[6 + axis] * at[2] + m[9 + axis]
        box.min[axis] = Math.min(box.min[axis], value)
        box.max[axis] = Math.max(box.max[axis], value)
      }
    }
  }

  /** Computes the offset of each element so that they form rows, in order, without touching. */
  sideBySide(): Map<number, readonly [x: number, y: number]> {
    const nodes = [...this.#boxes].toSorted(([a], [b]) => a - b)
    const sizes = nodes.map(([, { min, max }]) => [max[0] - min[0], max[1] - min[1]] as const)
    const area = sizes.reduce((sum, [width, depth]) => sum + (width + minGapMetres) * (depth + minGapMetres), 0)
    const rowLength = Math.sqrt(area) * (1 + gapPart)
    const moves = new Map<number, readonly [number, number]>()
    let [x, y, rowDepth] = [0, 0, 0]
    nodes.forEach(([node, { min }], index) => {
      const [width, depth] = sizes[index]
      if (x > 0 && x + width > rowLength) [x, y, rowDepth] = [0, y + rowDepth, 0]
      moves.set(node, [x - min[0], y - min[1]])
      x += width + Math.max(minGapMetres, width * gapPart)
      rowDepth = Math.max(rowDepth, depth + Math.max(minGapMetres, depth * gapPart))
    })
    return moves
  }
}

function computeExtent({ positions, step }: PreparedMesh): [number, number, number] {
  const max: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < positions.length; at++) if (positions[at] > max[at % 3]) max[at % 3] = positions[at]
  return [max[0] * step, max[1] * step, max[2] * step]
}
