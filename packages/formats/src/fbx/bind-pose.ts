import { isFiniteMatrix, type Matrix } from '@kamar/core/math'
import type { FbxDocument, FbxObject } from './document.js'
import { childNumbers, findChild, listChildren } from './fbx-node.js'

/**
 * Returns the transform of a skinned mesh's model in the bind pose, in the file's unit and axes; null for a mesh
 * without a skin, or when no pose names its model.
 */
export function bindPoseMatrix(document: FbxDocument, model: FbxObject, geometry: FbxObject): Matrix | null {
  const isSkinned = document.childObjects(geometry, 'Deformer').some(({ subtype }) => subtype === 'Skin')
  if (!isSkinned) return null
  for (const pose of document.ofKind('Pose').filter(({ subtype }) => subtype === 'BindPose')) {
    const entry = listChildren(pose.node, 'PoseNode').find(
      (node) => String(findChild(node, 'Node')?.values[0]) === model.id,
    )
    const matrix = entry && affine(childNumbers(entry, 'Matrix'))
    if (matrix) return matrix
  }
  return null
}

/** Converts the upper three rows of a 4×4 column-major matrix. */
function affine(numbers: ArrayLike<number>): Matrix | null {
  if (numbers.length !== 16) return null
  const matrix = Float64Array.from({ length: 12 }, (_, at) => numbers[4 * Math.floor(at / 3) + (at % 3)])
  return isFiniteMatrix(matrix) ? matrix : null
}
