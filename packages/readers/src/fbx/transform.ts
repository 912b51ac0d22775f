import { multiplyMatrices } from '../shared/matrix.js'
import type { Matrix } from '../shared/matrix.js'
import type { FbxObject } from './document.js'
import type { Properties } from './properties.js'

type Vector = readonly [number, number, number]

const zero: Vector = [0, 0, 0]
const one: Vector = [1, 1, 1]
const degree = Math.PI / 180

/** Which axis turns first, second, third, by the number of the rotation order. */
const rotationOrders: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
]

const translation = ([x, y, z]: Vector): Matrix => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z)
const scaled = ([x, y, z]: Vector): Matrix => Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z, 0, 0, 0)
const negated = ([x, y, z]: Vector): Vector => [-x, -y, -z]

/** Right-handed rotation about one of the axes. */
function rotationAbout(axis: number, degrees: number): Matrix {
  const [sine, cosine] = [Math.sin(degrees * degree), Math.cos(degrees * degree)]
  const matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
  const [first, second] = [(axis + 1) % 3, (axis + 2) % 3]
  matrix[3 * first + first] = cosine
  matrix[3 * first + second] = sine
  matrix[3 * second + first] = -sine
  matrix[3 * second + second] = cosine
  return matrix
}

const product = (...matrices: readonly Matrix[]): Matrix => matrices.reduce(multiplyMatrices)

/** The rotation of three angles; the axis that turns first stands rightmost. */
function rotation(angles: Vector, order = 0): Matrix {
  const [first, second, third] = rotationOrders[order] ?? rotationOrders[0]
  return product(
    rotationAbout(third, angles[third]),
    rotationAbout(second, angles[second]),
    rotationAbout(first, angles[first]),
  )
}

/** The inverse of a rotation: its transpose. */
function transposed(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = matrix
  return Float64Array.of(a, d, g, b, e, h, c, f, i, 0, 0, 0)
}

/**
 * Where a model stands in its parent: translation, rotation offset and pivot, pre-rotation, rotation, the inverse of the
 * post-rotation, back from the pivot, then the same for scaling (FBX SDK, "Computing transformation matrices").
 */
export function localMatrix(properties: Properties): Matrix {
  const get = (name: string): Vector => properties.vector(name) ?? zero
  const rotationPivot = get('RotationPivot')
  const scalingPivot = get('ScalingPivot')
  return product(
    translation(get('Lcl Translation')),
    translation(get('RotationOffset')),
    translation(rotationPivot),
    rotation(get('PreRotation')),
    rotation(get('Lcl Rotation'), properties.number('RotationOrder') ?? 0),
    transposed(rotation(get('PostRotation'))),
    translation(negated(rotationPivot)),
    translation(get('ScalingOffset')),
    translation(scalingPivot),
    scaled(properties.vector('Lcl Scaling') ?? one),
    translation(negated(scalingPivot)),
  )
}

/** Where a model's geometry stands in the model; its children do not follow it. */
export function geometricMatrix({ properties }: FbxObject): Matrix {
  return product(
    translation(properties.vector('GeometricTranslation') ?? zero),
    rotation(properties.vector('GeometricRotation') ?? zero),
    scaled(properties.vector('GeometricScaling') ?? one),
  )
}
