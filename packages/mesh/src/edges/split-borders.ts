import type { QuantisationFrame } from '../collect-triangles.js'
import { linkTwins, nextCorner, previousCorner, twinKind } from './half-edges.js'
import type { Workspace } from '../workspace.js'

/** Each pass splits at most one edge of each triangle. */
const maxPasses = 4
/** Meshes with more border edges are sheets and terrains, which have nothing to close. */
const maxBorderEdges = 20_000
const maxChainLength = 64
/** Maximum border edges at a vertex; vertices with more are skipped. */
const maxNeighbours = 16

/** Returns the maximum number of corners after splitting; a mesh that would need more is split no further. */
export const cornersWithSplits = (corners: number): number => corners + Math.ceil(corners / 6) * 3 + 96

/** Border edge, and the vertices that the other side has on it, in order. */
interface SplitEdge {
  readonly half: number
  readonly between: readonly number[]
}

/**
 * Closes the seams where one side has an edge and the other side has the same edge in segments (T-junctions): splits
 * the triangle at the whole edge at the vertices in between. Bridges no gaps: a chain of border edges has to run from
 * one end to the other within one quantisation step, and no new points are created. In Duplex 14 of 20 open meshes were
 * open only for this reason. Returns the resulting numbers of corners and non-manifold edges.
 */
export function splitBorders(
  workspace: Workspace,
  frame: QuantisationFrame,
  mesh: { readonly cornerCount: number; readonly nonManifoldEdges: number; readonly maxCorners: number },
): { cornerCount: number; nonManifoldEdges: number } {
  let { cornerCount, nonManifoldEdges } = mesh
  for (let round = 0; round < maxPasses; round++) {
    const border = borderHalves(workspace, cornerCount)
    if (border.length === 0 || border.length > maxBorderEdges) break
    const splits = findSplits(workspace, frame.step, border)
    const grown = splits.reduce(
      (count, split) => splitTriangle(workspace, count, { ...split, maxCorners: mesh.maxCorners }),
      cornerCount,
    )
    if (grown === cornerCount) break
    cornerCount = grown
    nonManifoldEdges = linkTwins(workspace, cornerCount)
  }
  return { cornerCount, nonManifoldEdges }
}

function borderHalves({ twin }: Workspace, cornerCount: number): number[] {
  const border: number[] = []
  // Most meshes have no borders, which the built-in search determines quickly.
  const first = twin.subarray(0, cornerCount).indexOf(twinKind.border)
  if (first < 0) return border
  for (let half = first; half < cornerCount && border.length <= maxBorderEdges; half++)
    if (twin[half] === twinKind.border) border.push(half)
  return border
}

/** Finds the edges to split, at most one per triangle. */
function findSplits(workspace: Workspace, tolerance: number, border: readonly number[]): SplitEdge[] {
  const { corner } = workspace
  const neighbours = new Map<number, number[]>()
  const note = (vertex: number, other: number): void => {
    const neighbourList = neighbours.get(vertex)
    if (neighbourList) neighbourList.push(other)
    else neighbours.set(vertex, [other])
  }
  for (const half of border) {
    const [from, to] = [corner[half], corner[nextCorner(half)]]
    note(from, to)
    note(to, from)
  }
  const splits: SplitEdge[] = []
  let lastTriangle = -1
  for (const half of border) {
    const triangle = Math.floor(half / 3)
    if (triangle === lastTriangle) continue
    const between = chainAlong({ workspace, tolerance, neighbours }, corner[half], corner[nextCorner(half)])
    if (between.length === 0) continue
    splits.push({ half, between })
    lastTriangle = triangle
  }
  return splits
}

interface Borders {
  readonly workspace: Workspace
  /** Metres. */
  readonly tolerance: number
  readonly neighbours: ReadonlyMap<number, readonly number[]>
}

/** Returns the vertices of a chain of border edges along the segment between two others; empty without a chain. */
function chainAlong(borders: Borders, from: number, to: number): number[] {
  const chain: number[] = []
  let current = from
  let part = 0
  while (chain.length < maxChainLength) {
    const next = nextAlong(borders, { from, to, current, part })
    if (next === null) return []
    if (next.vertex === to) return chain
    chain.push(next.vertex)
    current = next.vertex
    part = next.part
  }
  return []
}

/** Finds the border neighbour of `here` that is nearest along the rest of the segment, and its parameter. */
function nextAlong(
  { workspace, tolerance, neighbours }: Borders,
  at: { from: number; to: number; current: number; part: number },
): { vertex: number; part: number } | null {
  const candidates = neighbours.get(at.current) ?? []
  if (candidates.length > maxNeighbours) return null
  let best: { vertex: number; part: number } | null = null
  for (const vertex of candidates) {
    const isEnd = vertex === at.to
    // Excludes the whole edge itself.
    if (isEnd && at.current === at.from) continue
    const part = isEnd ? 1 : partOnSegment(workspace.position, vertex, { ...at, tolerance })
    if (part > at.part && (best === null || part < best.part)) best = { vertex, part }
  }
  return best
}

/** Returns the parameter of a vertex on a segment, 0 to 1 without the ends; -1 when it is not on it. */
function partOnSegment(
  position: Float64Array,
  vertex: number,
  { from, to, tolerance }: { from: number; to: number; tolerance: number },
): number {
  let dot = 0
  let square = 0
  let distanceSquare = 0
  for (let axis = 0; axis < 3; axis++) {
    const along = position[to * 3 + axis] - position[from * 3 + axis]
    const offset = position[vertex * 3 + axis] - position[from * 3 + axis]
    dot += along * offset
    square += along * along
    distanceSquare += offset * offset
  }
  const part = square > 0 ? dot / square : -1
  if (!(part > 0 && part < 1)) return -1
  return distanceSquare - part * dot <= tolerance * tolerance ? part : -1
}

/** Replaces a triangle by a fan; returns the new number of corners, or the old one when there is no room. */
function splitTriangle(
  workspace: Workspace,
  cornerCount: number,
  { half, between, maxCorners }: SplitEdge & { readonly maxCorners: number },
): number {
  const { corner, source } = workspace
  if (cornerCount + between.length * 3 > maxCorners) return cornerCount
  const end = nextCorner(half)
  const apex = previousCorner(half)
  const [lastVertex, lastSource] = [corner[end], source[end]]
  // New corners take colour and normal from the corner where the edge begins, because it is of the same face.
  const cut = (vertex: number, at: number): void => {
    corner[at] = vertex
    source[at] = source[half]
  }
  cut(between[0], end)
  let count = cornerCount
  between.forEach((vertex, index) => {
    cut(vertex, count)
    if (index + 1 < between.length) cut(between[index + 1], count + 1)
    else {
      corner[count + 1] = lastVertex
      source[count + 1] = lastSource
    }
    corner[count + 2] = corner[apex]
    source[count + 2] = source[apex]
    count += 3
  })
  return count
}
