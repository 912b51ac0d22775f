import { isCoordinate } from '../../shared/coordinates.js'
import { identityMatrix, multiplyMatrices, type Matrix } from '../../shared/matrix.js'
import { Misread } from '../../shared/records/misread.js'
import { RecordCursor } from '../../shared/records/record-cursor.js'
import { chunkOf, chunksIn, chunksOf, type Chunk } from '../container/chunks.js'
import type { SceneObject } from '../container/scene-objects.js'
import type { StackedModifier } from '../nodes/object-stack.js'
import { moveMatrix, placingOf } from '../nodes/controllers.js'

const ids = { place: 0x2510, own: 0x2512, flags: 0x2513 } as const
/** Of a modifier: its name, and what stands there when it is switched off in one way or another. */
const modifierFacts = 0x39bf
/** Some modifiers keep what all have in a record of its own. */
const common = 0x0080
const switchedOff = 0x0110
/** What files say of modifiers whose effect was seen, bits of the user interface put aside. */
const activeFlags = 0x0004_0100
const flagsAside = 0x0400_0040

/** How a modifier stands on its object. */
export interface ModifierContext {
  /** From the object's axes to those of the modifier. */
  readonly place: Matrix
  /** What the modifier keeps for this object. */
  readonly records: readonly Chunk[]
}

/** How a modifier was put onto its object; a misread where it is switched off, or may be. */
export function contextOf({ context, modifier }: StackedModifier): ModifierContext {
  if (context === null || !context.isContainer) throw new Misread('context')
  const facts = [modifier.chunks, chunksIn(modifier.chunks, common)].flatMap((own) => chunksIn(own, modifierFacts))
  if (facts.some(({ id }) => id === switchedOff)) throw new Misread('off')
  const chunks = chunksOf(context.bytes)
  const flags = new RecordCursor(chunkOf(chunks, ids.flags)?.bytes ?? new Uint8Array()).u32()
  if ((flags & ~flagsAside) !== activeFlags) throw new Misread('flags')
  const place = chunkOf(chunks, ids.place)
  return { place: place === null ? identityMatrix : readPlace(place), records: chunksIn(chunks, ids.own) }
}

/** Four rows of three numbers and a word. */
function readPlace({ bytes }: Chunk): Matrix {
  const cursor = new RecordCursor(bytes)
  const place = Float64Array.from(cursor.floats(12))
  cursor.skip(4)
  cursor.expectEnd()
  if (!place.every(isCoordinate)) throw new Misread('place')
  return place
}

/** Where the frame in which a modifier acts stands on the object's axes. */
export function frameOf(placement: SceneObject | undefined, { place }: ModifierContext): Matrix {
  const { position, rotation, scale } = placingOf(placement)
  const gizmo = multiplyMatrices(moveMatrix(position), multiplyMatrices(rotation, scale))
  return multiplyMatrices(inverseOf(place), gizmo)
}

/** Determinant of the three axes. */
export const volumeOf = ([a, b, c, d, e, f, g, h, i]: Matrix): number =>
  a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)

/** The way back; a misread where there is none. */
export function inverseOf(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = matrix
  const volume = volumeOf(matrix)
  if (!(Math.abs(volume) > 1e-12) || !Number.isFinite(volume)) throw new Misread('flat')
  const axes = [e * i - f * h, c * h - b * i, b * f - c * e]
    .concat([f * g - d * i, a * i - c * g, c * d - a * f])
    .concat([d * h - e * g, b * g - a * h, a * e - b * d])
    .map((value) => value / volume)
  const moved = [0, 1, 2].map((axis) => -(axes[axis] * x + axes[3 + axis] * y + axes[6 + axis] * z))
  return Float64Array.of(...axes, ...moved)
}

/** Places under a transformation. */
export function moved(positions: Float32Array, matrix: Matrix): Float32Array {
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
