import type { QuantisationFrame } from './collect-triangles.js'
import { computeFaceNormals } from './face-normals.js'
import { isConsistent, linkTwins, nextCorner, twinKind } from './half-edges.js'
import { cosineAcross } from './smoothing.js'
import { weldVertices } from './weld-vertices.js'
import { sharedWorkspace, type Workspace } from './workspace.js'

/**
 * Edges softer than this are not drawn. Just above 30°, so that a round bar of twelve sides shows no line along each.
 */
const edgeCosine = Math.cos((30.5 * Math.PI) / 180)

function isDrawn(workspace: Workspace, half: number): boolean {
  const other = workspace.twin[half]
  if (other === twinKind.border || other === twinKind.firstOfCrowd) return true
  if (other < half) return false
  return !isConsistent(workspace, half) || cosineAcross(workspace, half) < edgeCosine
}

/** Border and crease edges as pairs of output vertices (`workspace.output`), in the order of their first half-edge. */
export function collectEdges(workspace: Workspace, cornerCount: number): Uint32Array {
  const { output, stack } = workspace
  let count = 0
  for (let half = 0; half < cornerCount; half++) if (isDrawn(workspace, half)) stack[count++] = half
  const edges = new Uint32Array(count * 2)
  for (let edge = 0; edge < count; edge++) {
    edges[edge * 2] = output[stack[edge]]
    edges[edge * 2 + 1] = output[nextCorner(stack[edge])]
  }
  return edges
}

/** Border and crease edges of a mesh that is quantised already, as pairs of its vertices. */
export function edgesOf(positions: Uint16Array, indices: Uint32Array, step: number): Uint32Array {
  const workspace = sharedWorkspace
  workspace.reserve(positions.length / 3, indices.length)
  workspace.source.set(indices)
  const frame: QuantisationFrame = { origin: [0, 0, 0], step, extent: 0 }
  const metres = new Float64Array(positions.length)
  for (let at = 0; at < positions.length; at++) metres[at] = positions[at] * step
  const { cornerCount } = weldVertices({ positions: metres, indices }, frame, workspace, indices.length)
  linkTwins(workspace, cornerCount)
  computeFaceNormals(workspace, cornerCount, frame)
  workspace.output.set(workspace.source.subarray(0, cornerCount))
  return collectEdges(workspace, cornerCount)
}
