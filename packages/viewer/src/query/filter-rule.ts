import type { PropertyValue } from '@kamar/scene'

/**
 * What elements are asked about: a property of a set, of any set (`set` is `*`), or, with an empty `set`, what every
 * element has: `name`, `class`, `id`, `storey`, `file`.
 */
export interface QueryField {
  readonly set: string
  readonly property: string
}

/** How a value is compared. Numbers compare as numbers where both sides are one, texts without regard to case. */
export const filterOperators = [
  'equals',
  'not-equals',
  'contains',
  'not-contains',
  'starts-with',
  'greater',
  'at-least',
  'less',
  'at-most',
  'exists',
  'missing',
] as const
/** One of them. */
export type FilterOperator = (typeof filterOperators)[number]

/** One condition. Elements without the property meet `missing` alone. */
export interface FilterTest {
  readonly kind: 'test'
  readonly field: QueryField
  readonly operator: FilterOperator
  /** What a person typed; not looked at by `exists` and `missing`. */
  readonly value: string
}

/** Conditions of which all, or any, must hold; without any condition nothing is found. */
export interface FilterGroup {
  readonly kind: 'all' | 'any'
  readonly rules: readonly FilterRule[]
}

/** What a filter looks for. */
export type FilterRule = FilterTest | FilterGroup

const numberForm = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i
/** Numbers that differ by less than this share are the same: nobody types all digits of a length. */
const equalityRatio = 1e-6

/** The number a value is, or states as text; null when it is none. */
export function parseNumber(value: PropertyValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !numberForm.test(value.trim())) return null
  return Number(value.trim().replace(',', '.'))
}

/** Below, at or above 0 as `one` is less than, the same as or greater than `other`. */
function compare(one: PropertyValue, other: string): number {
  const [a, b] = [parseNumber(one), parseNumber(other)]
  if (a !== null && b !== null) return Math.abs(a - b) <= equalityRatio * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b
  return String(one).localeCompare(other, undefined, { numeric: true, sensitivity: 'accent' })
}

const folded = (value: PropertyValue): string => String(value).toLowerCase()

const comparisons: Readonly<Record<FilterOperator, (value: PropertyValue, expected: string) => boolean>> = {
  equals: (value, expected) => compare(value, expected) === 0,
  'not-equals': (value, expected) => compare(value, expected) !== 0,
  contains: (value, expected) => folded(value).includes(folded(expected)),
  'not-contains': (value, expected) => !folded(value).includes(folded(expected)),
  'starts-with': (value, expected) => folded(value).startsWith(folded(expected)),
  greater: (value, expected) => compare(value, expected) > 0,
  'at-least': (value, expected) => compare(value, expected) >= 0,
  less: (value, expected) => compare(value, expected) < 0,
  'at-most': (value, expected) => compare(value, expected) <= 0,
  exists: () => true,
  missing: () => false,
}

/** Whether a value that is there meets a condition. */
export const matchesTest = (value: PropertyValue, { operator, value: expected }: FilterTest): boolean =>
  comparisons[operator](value, expected.trim())

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field as it was kept, if it is one; null otherwise. */
export function readField(value: unknown): QueryField | null {
  if (!isRecord(value)) return null
  const { set, property } = value
  return typeof set === 'string' && typeof property === 'string' ? { set, property } : null
}
