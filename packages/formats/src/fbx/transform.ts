import { multiplyMatrices, type Matrix } from '@kamar/core/math'
import type { FbxObject } from './document.js'
import type { Properties } from './properties.js'

type Vector = readonly [number, number, number]

const zero: Vector = [0, 0, 0]
const one: Vector = [1, 1, 1]
const degree = Math.PI / 180

/** Axes in order of rotation, by the number of the rotation order. */
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

/** Returns a right-handed rotation about one of the axes. */
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

/** Returns the rotation of three angles; the first rotation is the rightmost factor. */
function rotation(angles: Vector, order = 0): Matrix {
  const [first, second, third] = rotationOrders[order] ?? rotationOrders[0]
  return product(
    rotationAbout(third, angles[third]),
    rotationAbout(second, angles[second]),
    rotationAbout(first, angles[first]),
  )
}

/** Returns the inverse of a rotation: its transpose. */
function transposed(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = matrix
  return Float64Array.of(a, d, g, b, e, h, c, f, i, 0, 0, 0)
}

/**
 * Computes the transform of a model in its parent: translation, rotation offset and pivot, pre-rotation, rotation, the
 * inverse of the post-rotation, back from the pivot, then the same for scaling (FBX SDK, "Computing transformation
 * matrices").
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

/** Computes the transform of a model's geometry in the model; its children do not inherit it. */
export function geometricMatrix({ properties }: FbxObject): Matrix {
  return product(
    translation(properties.vector('GeometricTranslation') ?? zero),
    rotation(properties.vector('GeometricRotation') ?? zero),
    scaled(properties.vector('GeometricScaling') ?? one),
  )
}
