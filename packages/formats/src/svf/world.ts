import { type Finding, lengthUnits, unitInText, type LengthUnit } from '@kamar/core'
import { cross, identityMatrix, normalized, type Matrix, type Vector } from '@kamar/core/math'
import type { SVFReader } from 'svf-utils'
import { information } from '../kit/report.js'

type Transform = NonNullable<Awaited<ReturnType<SVFReader['readFragments']>>[number]['transform']>

/** The coordinate frame of a derivative. */
export interface World {
  readonly unit: LengthUnit
  /** Rotates the derivative's up axis to Z. */
  readonly upright: Matrix
  readonly findings: readonly Finding[]
}

function vectorIn(value: unknown): Vector | null {
  const numbers: unknown = typeof value === 'object' && value !== null ? (value as { XYZ?: unknown }).XYZ : null
  if (!Array.isArray(numbers) || numbers.length !== 3 || !numbers.every((part) => typeof part === 'number')) return null
  return normalized(numbers as unknown as Vector)
}

/** Z-up models stay as they are: rotating them to the stated front would change coordinates that users rely on. */
function computeUpright(up: Vector, front: Vector): Matrix {
  if (up[2] > 0.999) return identityMatrix
  const right = normalized(cross(up, front))
  if (right === null) return identityMatrix
  const back = cross(up, right)
  return Float64Array.of(right[0], back[0], up[0], right[1], back[1], up[1], right[2], back[2], up[2], 0, 0, 0)
}

/** Reads unit and axes from the archive's metadata. */
export function readWorld(metadata: unknown): World {
  const fields = (metadata ?? {}) as Readonly<Record<string, unknown>>
  const declaredUnit = (fields['distance unit'] as { readonly value?: unknown } | undefined)?.value
  const unit = typeof declaredUnit === 'string' ? unitInText(`unit ${declaredUnit}`) : null
  const up = vectorIn(fields['world up vector']) ?? [0, 0, 1]
  const front = vectorIn(fields['world front vector']) ?? (up[1] > 0.999 ? [0, 0, 1] : [0, -1, 0])
  const upright = computeUpright(up, front)
  if (unit) return { unit, upright, findings: [] }
  const details = { unit: lengthUnits.metre.name, metres: 1 }
  return { unit: lengthUnits.metre, upright, findings: [information('unit-assumed', details)] }
}

/** Converts a transform of the library to a matrix whose translation is in metres. */
export function toMatrix(transform: Transform | null, metres: number): Matrix {
  if (transform === null) return identityMatrix
  const translation = [transform.t.x * metres, transform.t.y * metres, transform.t.z * metres]
  if ('matrix' in transform) return Float64Array.of(...transform.matrix.slice(0, 9), ...translation)
  if (!('q' in transform)) return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, ...translation)
  const { x, y, z, w } = transform.q
  const { s } = transform
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)].map((part) => part * s.x),
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)].map((part) => part * s.y),
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)].map((part) => part * s.z),
    ...translation,
  )
}
