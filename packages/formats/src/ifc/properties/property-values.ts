import type { PropertyValue } from '@kamar/core'
import type { StepValue } from '@kamar/codecs/part21'

/** A display value and its measure (`IFCLENGTHMEASURE`); null when there is none. */
export interface ReadValue {
  readonly value: PropertyValue
  readonly measure: string | null
}

const maxListLength = 1000

/** Reads a single value; lists become their items, separated by commas. */
export function readValue(value: StepValue): ReadValue | null {
  if (value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return { value, measure: null }
  if (typeof value === 'number') return Number.isFinite(value) ? { value, measure: null } : null
  if (isList(value)) return readList(value)
  if ('enumeration' in value) return { value: value.enumeration === 'U' ? 'unknown' : value.enumeration, measure: null }
  if ('type' in value) {
    const inner = readValue(value.value)
    return inner && { value: inner.value, measure: value.type }
  }
  return null
}

function isList(value: StepValue): value is readonly StepValue[] {
  return Array.isArray(value)
}

function readList(values: readonly StepValue[]): ReadValue | null {
  const read = values.slice(0, maxListLength).flatMap((value) => readValue(value) ?? [])
  if (read.length === 0) return null
  return { value: read.map(({ value }) => String(value)).join(', '), measure: read[0]?.measure ?? null }
}

/** Formats a range (`0 … 10`), with its set point if any; half-open ranges are marked as such. */
export function rangeText(lower: ReadValue | null, upper: ReadValue | null, setPoint: ReadValue | null): string | null {
  const range =
    lower && upper ? `${lower.value} … ${upper.value}` : lower ? `≥ ${lower.value}` : upper ? `≤ ${upper.value}` : null
  if (!setPoint) return range
  return range === null ? String(setPoint.value) : `${range} (${setPoint.value})`
}

/** Formats the pairs of a table (`0 → 1; 50 → 7`). */
export function tableText(defining: StepValue, defined: StepValue): string | null {
  if (!isList(defining) || !isList(defined)) return null
  const pairs = defining.slice(0, maxListLength).flatMap((key, row) => {
    const from = readValue(key)
    const to = readValue(defined[row] ?? null)
    return from && to ? [`${from.value} → ${to.value}`] : []
  })
  return pairs.length === 0 ? null : pairs.join('; ')
}
