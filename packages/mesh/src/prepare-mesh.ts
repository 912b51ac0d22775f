import type { MeshInput, PreparedMesh, SourceTriangles } from '@kamar/core'
import { collectTriangles, type QuantisationFrame } from './collect-triangles.js'
import { collectEdges } from './edges/crease-edges.js'
import { collectSourceEdges, sourceEdgeKeys } from './edges/source-edges.js'
import { computeFaceNormals } from './face-normals.js'
import { isClosed, linkTwins } from './edges/half-edges.js'
import { repairOrientation } from './orientation.js'
import { buildVertices } from './vertices/output-vertices.js'
import { dropRepeatedFaces } from './repeated-faces.js'
import { cornersWithSplits, splitBorders } from './edges/split-borders.js'
import { computeShapeHash } from './shape-hash.js'
import { groupFans, sumFanNormals } from './smoothing.js'
import { weldVertices } from './vertices/weld-vertices.js'
import { sharedWorkspace } from './workspace.js'

/** Options of `prepareMesh`. */
export interface PrepareOptions {
  /** Degrees; edges with a sharper angle are shaded as creases. Default 40. */
  readonly creaseAngleDegrees?: number
  /** Default true: makes the winding consistent, outward around volumes. */
  readonly repairOrientation?: boolean
}

const workspace = sharedWorkspace

/**
 * Welds vertices, removes degenerate and duplicate triangles, and repairs the orientation; null when no triangle is
 * left.
 */
function clean(input: MeshInput, options: PrepareOptions): Cleaned | null {
  const collected = collectTriangles(input, workspace)
  if (collected === null) return null
  const welded = weldVertices(input, collected.frame, workspace, collected.cornerCount)
  const sourceEdges = input.edges === undefined ? null : sourceEdgeKeys(workspace, input.edges)
  let nonManifoldEdges = linkTwins(workspace, welded.cornerCount)
  const remainingCorners = dropRepeatedFaces(workspace, welded.cornerCount)
  if (remainingCorners !== welded.cornerCount) nonManifoldEdges = linkTwins(workspace, remainingCorners)
  if (remainingCorners === 0) return null
  // A new vertex on an edge would need a texture coordinate as well.
  const surface =
    input.textureCoordinates === undefined
      ? splitBorders(workspace, collected.frame, {
          cornerCount: remainingCorners,
          nonManifoldEdges,
          maxCorners: cornersWithSplits(input.indices.length),
        })
      : { cornerCount: remainingCorners, nonManifoldEdges }
  const { cornerCount } = surface
  const triangles = Math.floor(input.indices.length / 3)
  if (options.repairOrientation !== false) repairOrientation(workspace, cornerCount)
  return {
    frame: collected.frame,
    vertexCount: welded.vertexCount,
    cornerCount,
    closed: isClosed(workspace, cornerCount, surface.nonManifoldEdges),
    sourceEdges,
    source: {
      triangles,
      unusable: triangles - collected.cornerCount / 3,
      withoutArea: welded.withoutArea,
      collapsed: welded.collapsed,
      repeated: (welded.cornerCount - remainingCorners) / 3,
    },
  }
}

interface Cleaned {
  readonly frame: QuantisationFrame
  readonly vertexCount: number
  readonly cornerCount: number
  readonly closed: boolean
  /** Keys of the edges that the source draws; null when it states none. */
  readonly sourceEdges: Set<number> | null
  readonly source: SourceTriangles
}

/**
 * Prepares a reader's mesh for a view package: cleaned, welded, oriented, with normals and edges, quantised, at full
 * detail (level 0 only; `refineMesh` adds levels once the unique meshes are known). Null when nothing is left.
 * Synchronous and without external state, so it may run in worker threads; equal input gives equal output.
 */
export function prepareMesh(input: MeshInput, options: PrepareOptions = {}): PreparedMesh | null {
  workspace.reserve(Math.ceil(input.positions.length / 3), cornersWithSplits(input.indices.length))
  const cleaned = clean(input, options)
  if (cleaned === null) return null
  const { frame, cornerCount, vertexCount, closed, source, sourceEdges } = cleaned
  const sums = computeFaceNormals(workspace, cornerCount, frame)
  groupFans(workspace, cornerCount, Math.cos(((options.creaseAngleDegrees ?? 40) * Math.PI) / 180))
  sumFanNormals(workspace, cornerCount)
  const prepared = {
    ...buildVertices(input, workspace, cornerCount, vertexCount),
    indices: new Uint32Array(workspace.output.subarray(0, cornerCount)),
    levels: [{ start: 0, count: cornerCount, errorMetres: 0 }],
    edges:
      sourceEdges === null
        ? collectEdges(workspace, cornerCount)
        : collectSourceEdges(workspace, cornerCount, sourceEdges),
    source,
    origin: frame.origin,
    step: frame.step,
    area: sums.area,
    volume: closed ? sums.volume : null,
    closed,
    shapeHash: computeShapeHash(workspace, cornerCount, vertexCount, frame),
  }
  workspace.trim()
  return prepared
}

/** Returns the buffers to transfer when a prepared mesh is posted to another thread. */
export function preparedMeshTransferables(mesh: PreparedMesh): ArrayBuffer[] {
  const arrays = [
    mesh.positions,
    mesh.normals,
    mesh.indices,
    mesh.edges,
    ...(mesh.colors === null ? [] : [mesh.colors]),
    ...(mesh.textureCoordinates === undefined ? [] : [mesh.textureCoordinates.values]),
  ]
  return arrays.map((array) => array.buffer as ArrayBuffer)
}
