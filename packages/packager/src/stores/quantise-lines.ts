import type { LinesInput } from '@kamar/core'
import type { ChunkLines } from '@kamar/package-format'

const finestStepMetres = 1e-4
const minSteps = 4096

/** Quantises line segments on a u16 grid; omits segments with a missing or non-finite end. */
export function quantiseLines(lines: LinesInput): ChunkLines {
  const ends = usableEnds(lines)
  const origin: [number, number, number] = [0, 0, 0]
  let extent = 0
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity
    let max = -Infinity
    for (const end of ends) {
      min = Math.min(min, lines.positions[end * 3 + axis])
      max = Math.max(max, lines.positions[end * 3 + axis])
    }
    if (ends.length === 0) continue
    origin[axis] = min
    extent = Math.max(extent, max - min)
  }
  const step = Math.max(extent / 65535, Math.min(finestStepMetres, extent / minSteps)) || finestStepMetres
  return { ...numberVertices(lines, ends, { origin, step }), origin, step }
}

function usableEnds({ positions, indices }: LinesInput): number[] {
  const isUsable = (vertex: number): boolean =>
    Number.isFinite(positions[vertex * 3]) &&
    Number.isFinite(positions[vertex * 3 + 1]) &&
    Number.isFinite(positions[vertex * 3 + 2])
  const ends: number[] = []
  for (let at = 0; at + 1 < indices.length; at += 2) {
    if (isUsable(indices[at]) && isUsable(indices[at + 1])) ends.push(indices[at], indices[at + 1])
  }
  return ends
}

interface Frame {
  readonly origin: readonly [number, number, number]
  readonly step: number
}

function numberVertices(
  { positions }: LinesInput,
  ends: readonly number[],
  { origin, step }: Frame,
): Pick<ChunkLines, 'positions' | 'edges'> {
  const numbers = new Map<number, number>()
  const quantised: number[] = []
  const edges = Uint32Array.from(ends, (end) => {
    const existing = numbers.get(end)
    if (existing !== undefined) return existing
    numbers.set(end, numbers.size)
    for (let axis = 0; axis < 3; axis++)
      quantised.push(Math.min(65535, Math.round((positions[end * 3 + axis] - origin[axis]) / step)))
    return numbers.size - 1
  })
  return { positions: Uint16Array.from(quantised), edges }
}
