import type { PropertyValue } from '@kamar/core'
import { isPlaceholder } from './fields/placeholder-values.js'

/**
 * Queried field: a property of a set, of any set (`set` is `*`; its name then ignores case, spaces and hyphens), or, with an empty `set`, a built-in field of every
 * element: `name`, `class`, `id`, `storey`, `file`.
 */
export interface QueryField {
  readonly set: string
  readonly property: string
}

/** Comparison operators. Values compare as numbers if both sides are numeric, otherwise as text, ignoring case. */
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
  'filled',
  'empty',
] as const
/** One of the comparison operators. */
export type FilterOperator = (typeof filterOperators)[number]

/** Single condition. Elements without the property match `missing` and `empty` alone. */
export interface FilterTest {
  readonly kind: 'test'
  readonly field: QueryField
  readonly operator: FilterOperator
  /** User input; ignored by `exists`, `missing`, `filled` and `empty`. */
  readonly value: string
}

/** Group of conditions of which all, or any, must match; an empty group matches nothing. */
export interface FilterGroup {
  readonly kind: 'all' | 'any'
  readonly rules: readonly FilterRule[]
}

/** Rule of a filter: a test or a group. */
export type FilterRule = FilterTest | FilterGroup

const numberForm = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i
/** Relative tolerance of equality: users do not type all digits of a length. */
const equalityRatio = 1e-6

/** Returns a value as a number, parsing text; null if it is not numeric. */
export function parseNumber(value: PropertyValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !numberForm.test(value.trim())) return null
  return Number(value.trim().replace(',', '.'))
}

/** Compares as `localeCompare` does, without a new collator for every value. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'accent' })

/** Returns a number below, at or above 0 if `one` is less than, equal to or greater than `other`. */
function compare(one: PropertyValue, other: string): number {
  const [a, b] = [parseNumber(one), parseNumber(other)]
  if (a !== null && b !== null) return Math.abs(a - b) <= equalityRatio * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b
  return collator.compare(String(one), other)
}

const folded = (value: PropertyValue): string => String(value).toLowerCase()

type Comparison = Exclude<FilterOperator, 'filled' | 'empty'>
const comparisons: Readonly<Record<Comparison, (value: PropertyValue, expected: string) => boolean>> = {
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

/** Operators that hold where the other one does not; of any set they hold if no set contradicts. */
export const oppositeOperators: Readonly<Partial<Record<FilterOperator, FilterOperator>>> = {
  'not-equals': 'equals',
  'not-contains': 'contains',
  missing: 'exists',
  empty: 'filled',
}

/** Returns whether an existing value matches a condition. */
export function matchesTest(value: PropertyValue, { field, operator, value: expected }: FilterTest): boolean {
  if (operator === 'filled') return !isPlaceholder(value, field.property)
  if (operator === 'empty') return isPlaceholder(value, field.property)
  return comparisons[operator](value, expected.trim())
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a stored field if it is valid; null otherwise. */
export function readField(value: unknown): QueryField | null {
  if (!isRecord(value)) return null
  const { set, property } = value
  return typeof set === 'string' && typeof property === 'string' ? { set, property } : null
}
