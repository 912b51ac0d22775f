import { MeshField, MeshPart } from '../src/mesh-layout'
import { collectTriangles, originX, originY, originZ, step } from './collect-triangles'
import { collectEdges } from './crease-edges'
import { area, computeFaceNormals, volume } from './face-normals'
import { isClosed, linkTwins } from './half-edges'
import { faceNormal, fan, fields, indexCount, output, outputColor, outputEdges, outputTexture, parts } from './memory'
import { repairOrientation } from './orientation'
import { buildVertices, copyNormals, copyPositions } from './output-vertices'
import { dropRepeatedFaces } from './repeated-faces'
import { computeShapeHash, hashHigh, hashLow } from './shape-hash'
import { groupFans, sumFanNormals } from './smoothing'
import { collectSourceEdges, weldSourceEdges } from './source-edges'
import { splitBorders } from './split-borders'
import { textureOffsetU, textureOffsetV, textureStep } from './texture-coordinates'
import { collapsed, weldVertices } from './weld-vertices'

export { reserve } from './memory'

/** Prepares the mesh whose input is in the memory and writes the result to `fields`; false when nothing is left. */
export function prepare(creaseCosine: f64, repairsOrientation: bool): bool {
  const cornerCount = clean(repairsOrientation)
  if (cornerCount === 0) return false
  fields[MeshField.closed] = isClosed(cornerCount) ? 1 : 0
  computeFaceNormals(cornerCount)
  groupFans(cornerCount, creaseCosine)
  sumFanNormals(cornerCount)
  const vertexCount = buildVertices(cornerCount)
  const hasSourceEdges = (parts & MeshPart.edges) !== 0
  const edgeCount = hasSourceEdges ? collectSourceEdges(cornerCount) : collectEdges(cornerCount)
  computeShapeHash(cornerCount)
  fields[MeshField.cornerCount] = cornerCount
  fields[MeshField.vertexCount] = vertexCount
  fields[MeshField.edgeCount] = edgeCount
  writeSums()
  writeAddresses(vertexCount)
  return true
}

/** Welds vertices, removes degenerate and duplicate triangles, and repairs the orientation; returns the corners left. */
function clean(repairsOrientation: bool): i32 {
  const collected = collectTriangles()
  if (collected === 0) return 0
  const welded = weldVertices(collected)
  weldSourceEdges()
  linkTwins(welded)
  const unrepeated = dropRepeatedFaces(welded)
  if (unrepeated === 0) return 0
  if (unrepeated !== welded) linkTwins(unrepeated)
  const triangles = indexCount / 3
  fields[MeshField.unusable] = triangles - collected / 3
  fields[MeshField.withoutArea] = (collected - welded) / 3 - collapsed
  fields[MeshField.collapsed] = collapsed
  fields[MeshField.repeated] = (welded - unrepeated) / 3
  // A new vertex on an edge would need a texture coordinate as well.
  const hasTexture = (parts & MeshPart.textureCoordinates) !== 0
  const cornerCount = hasTexture ? unrepeated : splitBorders(unrepeated)
  if (repairsOrientation) repairOrientation(cornerCount)
  return cornerCount
}

function writeSums(): void {
  fields[MeshField.originX] = originX
  fields[MeshField.originY] = originY
  fields[MeshField.originZ] = originZ
  fields[MeshField.step] = step
  fields[MeshField.area] = area
  fields[MeshField.volume] = volume
  fields[MeshField.hashHigh] = <u32>hashHigh
  fields[MeshField.hashLow] = <u32>hashLow
  fields[MeshField.textureOffsetU] = textureOffsetU
  fields[MeshField.textureOffsetV] = textureOffsetV
  fields[MeshField.textureStep] = textureStep
}

/** Writes the positions and normals of the output vertices where face normals and fans were. */
function writeAddresses(vertexCount: i32): void {
  copyPositions(changetype<usize>(faceNormal), vertexCount)
  copyNormals(changetype<usize>(fan), vertexCount)
  fields[MeshField.outputPositionsAddress] = changetype<usize>(faceNormal)
  fields[MeshField.outputNormalsAddress] = changetype<usize>(fan)
  fields[MeshField.outputColorsAddress] = changetype<usize>(outputColor)
  fields[MeshField.outputTextureAddress] = changetype<usize>(outputTexture)
  fields[MeshField.outputIndicesAddress] = changetype<usize>(output)
  fields[MeshField.outputEdgesAddress] = changetype<usize>(outputEdges)
}
