import { multiplyMatrices, type Matrix, type Vector } from '@kamar/core/math'
import { findChunk, chunksIn, type Chunk } from '../container/chunks.js'
import { MalformedRecordError, tryParse, RecordCursor } from '@kamar/codecs/records'
import { kinds, readReferences, type SceneObject } from '../container/scene-objects.js'

const placementId = '2005:0'
const positionParts = '118f7e02:ffee238a'
const rotationParts = '2012:0'
const scaleParts = '118f7c01:feee238b'
const inheritance = 0x7230
const wrapped = 0x7127
const validity = 0x2500
const floatValue = 0x2501
const positionValue = 0x2503
const rotationValue = 0x2504
const scaleValue = 0x2505
const floatKeys = 0x2525
const axisOrder = 0x1003

/** A quaternion as 3ds Max stores it: the real part last. */
export type Quaternion = readonly [number, number, number, number]

/** Translation, rotation and scale of a node at the time the scene was saved. */
export interface NodeTransform {
  readonly position: Vector
  readonly rotation: Matrix
  readonly scale: Matrix
}

/** Converts a quaternion to axes; 3ds Max multiplies row vectors, so that its rotations have the opposite sense. */
export function toRotationMatrix([x, y, z, w]: Quaternion): Matrix {
  const length = Math.hypot(x, y, z, w)
  if (!(length > 0) || !Number.isFinite(length)) throw new MalformedRecordError('turn')
  const [a, b, c, d] = [x / length, y / length, z / length, w / length]
  const xAxis: Vector = [1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d)]
  const yAxis: Vector = [2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d)]
  const zAxis: Vector = [2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)]
  return Float64Array.of(...xAxis, ...yAxis, ...zAxis, 0, 0, 0)
}

const invertQuaternion = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w]

const diagonal = (x: number, y: number, z: number): Matrix => Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z, 0, 0, 0)

/** Creates a translation. */
export const moveMatrix = ([x, y, z]: Vector): Matrix => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z)

/** Reads three factors and the rotation of the axes along which they act. */
export function readScale(cursor: RecordCursor): Matrix {
  const [x, y, z, ...quaternion] = cursor.floats(7)
  cursor.expectEnd()
  const axes = quaternion as unknown as Quaternion
  const scaled = multiplyMatrices(diagonal(x, y, z), toRotationMatrix(invertQuaternion(axes)))
  return multiplyMatrices(toRotationMatrix(axes), scaled)
}

/** Reads exactly three numbers. */
export function readVector(cursor: RecordCursor): Vector {
  const [x, y, z] = cursor.floats(3)
  cursor.expectEnd()
  return [x, y, z]
}

/** Reads exactly four numbers. */
export function readQuaternion(cursor: RecordCursor): Quaternion {
  const [x, y, z, w] = cursor.floats(4)
  cursor.expectEnd()
  return [x, y, z, w]
}

/** Returns the records of a controller; newer releases wrap them in a separate record. */
const listRecords = ({ chunks }: SceneObject): readonly Chunk[] => [...chunksIn(chunks, wrapped), ...chunks]

/** Reads the stored value of a keyframe controller; throws `MalformedRecordError` for procedural ones. */
function readStoredValue(controller: SceneObject | undefined, kind: number, id: number): RecordCursor {
  if (controller?.class.kind !== kind || !controller.class.id.endsWith(':0'))
    throw new MalformedRecordError('controller')
  const chunk = findChunk(listRecords(controller), id)
  if (chunk === null) throw new MalformedRecordError('no value')
  return new RecordCursor(chunk.bytes)
}

/** Evaluates a float controller at the start of time where its keys state that, or else as saved. */
export function evaluateFloat(controller: SceneObject | undefined): number {
  const cursor = readStoredValue(controller, kinds.float, floatValue)
  const value = cursor.f32()
  cursor.expectEnd()
  return (controller && valueAtStart(listRecords(controller))) ?? value
}

const keyBytes = 28

/**
 * Returns the value of the key at the start of time, or of the first key where all are later; null where that is not
 * conclusive.
 */
function valueAtStart(chunks: readonly Chunk[]): number | null {
  const [interval, keys] = [findChunk(chunks, validity), findChunk(chunks, floatKeys)]
  if (interval?.bytes.length !== 8 || keys === null || keys.bytes.length % keyBytes !== 0) return null
  const span = new RecordCursor(interval.bytes)
  if (span.i32() <= 0 && span.i32() >= 0) return null
  const cursor = new RecordCursor(keys.bytes)
  for (let key = 0; cursor.left > 0; key++) {
    const time = cursor.i32()
    cursor.skip(4)
    const value = cursor.f32()
    cursor.skip(keyBytes - 12)
    if (time === 0 || (key === 0 && time > 0)) return value
  }
  return null
}

const threeFloats = (controller: SceneObject): Vector => {
  const references = controller.references()
  return [evaluateFloat(references.get(0)), evaluateFloat(references.get(1)), evaluateFloat(references.get(2))]
}

/** Evaluates a position controller. */
export function evaluatePosition(controller: SceneObject | undefined): Vector {
  if (controller?.class.id === positionParts) return threeFloats(controller)
  return readVector(readStoredValue(controller, kinds.position, positionValue))
}

/** Evaluates a rotation controller: angles about x, then y, then z, or a quaternion. */
export function evaluateRotation(controller: SceneObject | undefined): Matrix {
  if (controller?.class.id !== rotationParts) {
    return toRotationMatrix(readQuaternion(readStoredValue(controller, kinds.rotation, rotationValue)))
  }
  if (controller.cursor(axisOrder).u32() !== 0) throw new MalformedRecordError('order of axes')
  const [x, y, z] = threeFloats(controller)
  const around = (angle: number): [number, number] => [Math.cos(angle), Math.sin(angle)]
  const [[cx, sx], [cy, sy], [cz, sz]] = [around(x), around(y), around(z)]
  const aboutX = Float64Array.of(1, 0, 0, 0, cx, sx, 0, -sx, cx, 0, 0, 0)
  const aboutY = Float64Array.of(cy, 0, -sy, 0, 1, 0, sy, 0, cy, 0, 0, 0)
  const aboutZ = Float64Array.of(cz, sz, 0, -sz, cz, 0, 0, 0, 1, 0, 0, 0)
  return multiplyMatrices(aboutZ, multiplyMatrices(aboutY, aboutX))
}

/** Evaluates a scale controller. */
export function evaluateScale(controller: SceneObject | undefined): Matrix {
  if (controller?.class.id === scaleParts) return diagonal(...threeFloats(controller))
  return readScale(readStoredValue(controller, kinds.scale, scaleValue))
}

/**
 * Evaluates the transform of a node below its parent; throws `MalformedRecordError` for nodes that do not inherit
 * everything from the parent.
 */
export function evaluateTransform(controller: SceneObject | undefined): NodeTransform {
  if (controller?.class.id !== placementId) throw new MalformedRecordError('placement')
  if (controller.cursor(inheritance).u32() !== 0) throw new MalformedRecordError('inheritance')
  const references = controller.references()
  return {
    position: evaluatePosition(references.get(0)),
    rotation: evaluateRotation(references.get(1)),
    scale: evaluateScale(references.get(2)),
  }
}

/** Key tables of float, position, rotation and scale controllers, by interpolation type. */
const firstKeyTable = 0x2511
const lastKeyTable = 0x2528
/** Sub-controllers of a transform, position or rotation. */
const maxControllers = 4

/** Returns whether a controller has keys. */
function isAnimated(controller: SceneObject): boolean {
  if (controller.class.kind < kinds.float) return false
  const hasKeys = tryParse(() => {
    // A single key stores a value without animation.
    return listRecords(controller).some(
      ({ bytes, id }) => id >= firstKeyTable && id <= lastKeyTable && (id !== floatKeys || bytes.length > keyBytes),
    )
  })
  return hasKeys ?? false
}

const listSubControllers = (controller: SceneObject): readonly SceneObject[] =>
  [...readReferences(controller).values()].slice(0, maxControllers).filter(({ class: { kind } }) => kind >= kinds.float)

/** Counts the animated controllers of a node's transform. */
export function countAnimatedControllers(controller: SceneObject | undefined): number {
  if (controller === undefined) return 0
  const all = new Set(listSubControllers(controller).flatMap((part) => [part, ...listSubControllers(part)]))
  return [...all].filter(isAnimated).length
}
