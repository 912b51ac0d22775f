import type { SavedCamera } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import { MalformedRecordError } from '@kamar/codecs/records'
import type { ByteCursor } from '../container/byte-cursor.js'
import type { RecordForm } from '../container/form.js'

const projections = ['perspective', 'orthographic'] as const
/** Tolerance of a quaternion's length from 1. */
const unitTolerance = 1e-6
const degreesPerRadian = 180 / Math.PI
const farthest = 1e12

/** Reads a camera: position, rotation and field of view. Lengths in the document's unit. */
export function readCamera(stream: ByteCursor, form: RecordForm): SavedCamera {
  const kind = projections[stream.u32()]
  if (kind === undefined) throw new MalformedRecordError('projection', stream.at)
  const [x, y, z] = stream.doubles(3)
  const rotation = stream.doubles(4)
  const [aspectRatio, height, near, far] = stream.doubles(4)
  // Shift of the view.
  if (form.hasGuids) stream.doubles(2)
  const eye: Vector = [x, y, z]
  const isPlaced = eye.every((value) => Math.abs(value) < farthest) && near <= far
  if (!isPlaced || !(aspectRatio > 0) || !(height > 0 && height < farthest))
    throw new MalformedRecordError('camera', stream.at)
  // Without rotation it looks down, with north at the top.
  const pose = {
    eye,
    direction: rotate(rotation, [0, 0, -1], stream),
    up: rotate(rotation, [0, 1, 0], stream),
    aspectRatio,
  }
  if (kind === 'orthographic') return { kind, ...pose, heightMetres: height }
  if (height >= Math.PI) throw new MalformedRecordError('angle', stream.at)
  return { kind, ...pose, fieldOfViewDegrees: height * degreesPerRadian }
}

/** Rotates a direction by a unit quaternion (x, y, z, w). */
function rotate([x, y, z, w]: ArrayLike<number> & Iterable<number>, [a, b, c]: Vector, stream: ByteCursor): Vector {
  const length = Math.hypot(x, y, z, w)
  if (!(Math.abs(length - 1) < unitTolerance)) throw new MalformedRecordError('turn', stream.at)
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)]
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p]
}
