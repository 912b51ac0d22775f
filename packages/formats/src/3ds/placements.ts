import type { Placement } from '@kamar/core'
import { multiplyMatrices, toPlacement } from '@kamar/core/math'
import type { TdsMesh, TdsModel, TdsNode } from './model.js'

type Vector = readonly number[]

/** The identity transform. */
export const identity: Placement = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

/** Composes two placements: first `inner`, then `outer`. */
export const compose = (outer: Placement, inner: Placement): Placement =>
  toPlacement(multiplyMatrices(Float64Array.from(outer), Float64Array.from(inner)))

function determinant([a, b, c, d, e, f, g, h, i]: Vector): number {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)
}

/** Returns the inverse; null for a singular matrix. */
function inverse(matrix: Vector): Placement | null {
  const size = determinant(matrix)
  if (!(Math.abs(size) > 1e-30)) return null
  const [a, b, c, d, e, f, g, h, i, x, y, z] = matrix
  const linear = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / size)
  const back = [0, 1, 2].map((row) => -(linear[row] * x + linear[3 + row] * y + linear[6 + row] * z))
  return toPlacement([...linear, ...back])
}

/** Converts an angle (radians) and an axis to a rotation matrix; 3D Studio rotates clockwise as seen along the axis. */
function toRotationMatrix([angle, x, y, z]: Vector): readonly number[] {
  const length = Math.hypot(x, y, z)
  if (length === 0) return identity.slice(0, 9)
  const [u, v, w] = [x / length, y / length, z / length]
  const [sine, cosine] = [Math.sin(-angle), Math.cos(angle)]
  const rest = 1 - cosine
  return [
    cosine + u * u * rest,
    v * u * rest + w * sine,
    w * u * rest - v * sine,
    u * v * rest - w * sine,
    cosine + v * v * rest,
    w * v * rest + u * sine,
    u * w * rest + v * sine,
    v * w * rest - u * sine,
    cosine + w * w * rest,
  ]
}

function placementOfNode({ position, rotation, scale }: TdsNode): Placement {
  const axes = toRotationMatrix(rotation).map((value, index) => value * scale[Math.floor(index / 3)])
  return toPlacement([...axes, ...position])
}

const translation = ([x, y, z]: Vector): Placement => [1, 0, 0, 0, 1, 0, 0, 0, 1, -x, -y, -z]

/**
 * Returns the transform of a mesh from its saved position back to its local axes. A mirrored mesh stays mirrored, since
 * the transform of its node contains no mirroring.
 */
function intoOwnAxes({ matrix }: TdsMesh): Placement {
  const back = matrix && inverse(matrix)
  if (!back) return identity
  return determinant(matrix) < 0 ? compose([-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], back) : back
}

/** Returns the transform of a node's mesh, from the mesh as saved to the world, in the file's unit. */
export function placementOfMesh(world: Placement, node: TdsNode, mesh: TdsMesh): Placement {
  return compose(world, compose(translation(node.pivot), intoOwnAxes(mesh)))
}

/** A node of the tree, with its children and transform. */
export interface PlacedNode {
  readonly node: TdsNode
  readonly world: Placement
  /** Index of the parent in the list; null for a root. */
  readonly parent: number | null
}

/** Lists the nodes with their transforms, parents before children. Nodes that are their own ancestors become roots. */
export function placeNodes({ nodes }: TdsModel): PlacedNode[] {
  const byNumber = new Map(nodes.map((node) => [node.number, node]))
  const placedNodes: PlacedNode[] = []
  const indices = new Map<TdsNode, number>()
  for (const node of nodes) {
    const line = listPendingAncestors(node, byNumber, indices)
    for (const next of line) {
      const parentNode = next.parent === null ? undefined : byNumber.get(next.parent)
      const parent = parentNode && indices.get(parentNode)
      const own = placementOfNode(next)
      const world = parent === undefined ? own : compose(placedNodes[parent].world, own)
      indices.set(next, placedNodes.length)
      placedNodes.push({ node: next, world, parent: parent ?? null })
    }
  }
  return placedNodes
}

/** Lists a node and its ancestors that are not placed yet, topmost first. */
function listPendingAncestors(
  node: TdsNode,
  byNumber: ReadonlyMap<number, TdsNode>,
  indices: ReadonlyMap<TdsNode, number>,
): TdsNode[] {
  const line = new Set<TdsNode>()
  let next: TdsNode | undefined = node
  while (next && !indices.has(next) && !line.has(next)) {
    line.add(next)
    next = next.parent === null ? undefined : byNumber.get(next.parent)
  }
  return [...line].reverse()
}
