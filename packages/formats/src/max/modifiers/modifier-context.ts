import { isCoordinate, identityMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import { findChunk, chunksIn, parseChunks, type Chunk } from '../container/chunks.js'
import type { SceneObject } from '../container/scene-objects.js'
import type { StackedModifier } from '../nodes/object-stack.js'
import { moveMatrix, evaluateTransform } from '../nodes/controllers.js'

const ids = { transform: 0x2510, own: 0x2512, flags: 0x2513 } as const
/** Record with a modifier's name, and with its state when it is switched off in some way. */
const modifierState = 0x39bf
/** Some modifiers store the common records in a separate record. */
const common = 0x0080
const switchedOff = 0x0110
/** Flags of modifiers with an observed effect, without the bits of the user interface. */
const activeFlags = 0x0004_0100
const ignoredFlags = 0x0400_0040

/** Context of a modifier on its object. */
export interface ModifierContext {
  /** From the object's axes to the modifier's. */
  readonly transform: Matrix
  /** The modifier's records for this object. */
  readonly records: readonly Chunk[]
}

/**
 * Reads how a modifier is applied to its object; throws `MalformedRecordError` where it is, or may be, switched off.
 */
export function readContext({ context, modifier }: StackedModifier): ModifierContext {
  if (context === null || !context.isContainer) throw new MalformedRecordError('context')
  const stateChunks = [modifier.chunks, chunksIn(modifier.chunks, common)].flatMap((own) =>
    chunksIn(own, modifierState),
  )
  if (stateChunks.some(({ id }) => id === switchedOff)) throw new MalformedRecordError('off')
  const chunks = parseChunks(context.bytes)
  const flags = new RecordCursor(findChunk(chunks, ids.flags)?.bytes ?? new Uint8Array()).u32()
  if ((flags & ~ignoredFlags) !== activeFlags) throw new MalformedRecordError('flags')
  const transform = findChunk(chunks, ids.transform)
  return {
    transform: transform === null ? identityMatrix : readTransform(transform),
    records: chunksIn(chunks, ids.own),
  }
}

/** Reads four rows of three numbers and a word. */
function readTransform({ bytes }: Chunk): Matrix {
  const cursor = new RecordCursor(bytes)
  const transform = Float64Array.from(cursor.floats(12))
  cursor.skip(4)
  cursor.expectEnd()
  if (!transform.every(isCoordinate)) throw new MalformedRecordError('place')
  return transform
}

/** Computes the transform of a modifier's frame in the object's axes. */
export function computeFrame(placement: SceneObject | undefined, { transform }: ModifierContext): Matrix {
  const { position, rotation, scale } = evaluateTransform(placement)
  const gizmo = multiplyMatrices(moveMatrix(position), multiplyMatrices(rotation, scale))
  return multiplyMatrices(invert(transform), gizmo)
}

/** Computes the determinant of the three axes. */
export const computeDeterminant = ([a, b, c, d, e, f, g, h, i]: Matrix): number =>
  a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)

/** Returns the inverse; throws `MalformedRecordError` for a singular matrix. */
export function invert(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = matrix
  const volume = computeDeterminant(matrix)
  if (!(Math.abs(volume) > 1e-12) || !Number.isFinite(volume)) throw new MalformedRecordError('flat')
  const axes = [e * i - f * h, c * h - b * i, b * f - c * e]
    .concat([f * g - d * i, a * i - c * g, c * d - a * f])
    .concat([d * h - e * g, b * g - a * h, a * e - b * d])
    .map((value) => value / volume)
  const transformed = [0, 1, 2].map((axis) => -(axes[axis] * x + axes[3 + axis] * y + axes[6 + axis] * z))
  return Float64Array.of(...axes, ...transformed)
}

/** Transforms positions by a matrix. */
export function transformed(positions: Float32Array, matrix: Matrix): Float32Array {
  const result = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      result[at + axis] =
        matrix[axis] * positions[at] +
        matrix[3 + axis] * positions[at + 1] +
        matrix[6 + axis] * positions[at + 2] +
        matrix[9 + axis]
    }
  }
  return result
}
