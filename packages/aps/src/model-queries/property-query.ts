import { inBaseUnit } from './measure.js'
import type { SourceObject, SourceProperty, SourceSet } from './object-properties.js'

/**
 * Element filter of a query: by a field of the element, or by one of its property sets. Many elements share a set, so
 * each set is tested once.
 */
export type ObjectFilter =
  | { readonly by: 'element'; matches(element: Omit<SourceObject, 'sets'>): boolean }
  | { readonly by: 'set'; matches(set: SourceSet): boolean }

const maxTokens = 50
const maxTextCharacters = 1024
type Operands = readonly unknown[]

/**
 * Parses the `query` of `properties:query`: one of `$in`, `$prefix`, `$eq`, `$between`, `$le`, `$ge`, `$contains`.
 * Numbers are compared in metric base units. Throws `RangeError` with the reason when the query is invalid.
 */
export function parsePropertyQuery(query: unknown): ObjectFilter {
  if (query === undefined) return byElement(() => true)
  const entries = typeof query === 'object' && query !== null ? Object.entries(query) : []
  const [name, operands] = entries[0] ?? ['', null]
  const parse = operators.get(name)
  if (entries.length !== 1 || parse === undefined) {
    throw new RangeError(`query must hold exactly one of ${[...operators.keys()].join(', ')}`)
  }
  if (!Array.isArray(operands)) throw new RangeError(`${name} must be a list`)
  return parse(operands)
}

const operators: ReadonlyMap<string, (operands: Operands) => ObjectFilter> = new Map([
  ['$in', parseIn],
  ['$prefix', parsePrefix],
  ['$eq', parseEquals],
  [
    '$between',
    (operands: Operands) => compare('$between', operands, 2, (value, [low, high]) => value >= low && value <= high),
  ],
  ['$le', (operands: Operands) => compare('$le', operands, 1, (value, [max]) => value <= max)],
  ['$ge', (operands: Operands) => compare('$ge', operands, 1, (value, [min]) => value >= min)],
  ['$contains', parseContains],
])

function parseIn([attribute, ...values]: Operands): ObjectFilter {
  if (attribute === 'objectid' && values.every((value) => Number.isSafeInteger(Number(value)))) {
    const ids = new Set(values.map(Number))
    return byElement(({ objectid }) => ids.has(objectid))
  }
  if (attribute === 'externalId' && values.every((value) => typeof value === 'string')) {
    const ids = new Set(values)
    return byElement(({ externalId }) => ids.has(externalId))
  }
  throw new RangeError('$in takes objectid and numbers, or externalId and texts')
}

function parsePrefix(operands: Operands): ObjectFilter {
  const [attribute, start] = operands
  if (operands.length !== 2 || attribute !== 'name' || typeof start !== 'string') {
    throw new RangeError('$prefix takes name and a text')
  }
  return byElement(({ name }) => name.startsWith(start))
}

function parseEquals(operands: Operands): ObjectFilter {
  const [attribute, expected] = operands
  if (operands.length === 2 && attribute === 'name' && typeof expected === 'string') {
    return byElement(({ name }) => name === expected)
  }
  if (typeof expected === 'number') return compare('$eq', operands, 1, (value, [number]) => value === number)
  const path = propertyPath('$eq', attribute)
  if (operands.length !== 2 || (typeof expected !== 'string' && typeof expected !== 'boolean')) {
    throw new RangeError('$eq takes name or a property, and a value')
  }
  return bySet(path, ({ value }) => value === expected)
}

function parseContains(operands: Operands): ObjectFilter {
  const [attribute, text] = operands
  if (operands.length !== 2 || typeof text !== 'string' || text.length > maxTextCharacters) {
    throw new RangeError('$contains takes a property and a text')
  }
  const tokens = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (tokens.length === 0 || tokens.length > maxTokens) throw new RangeError(`$contains takes 1 to ${maxTokens} words`)
  const containsTokens = (value: string): boolean => {
    const lower = value.toLowerCase()
    return tokens.every((word) => lower.includes(word))
  }
  if (attribute === 'name') return byElement(({ name }) => containsTokens(name))
  const path = propertyPath('$contains', attribute)
  return bySet(path, ({ value }) => containsTokens(String(value)))
}

type Comparison = (value: number, operands: readonly [number, number]) => boolean

function compare(name: string, operands: Operands, count: number, predicate: Comparison): ObjectFilter {
  const [attribute, ...numbers] = operands
  const path = propertyPath(name, attribute)
  if (numbers.length !== count || !numbers.every((number) => typeof number === 'number' && Number.isFinite(number))) {
    throw new RangeError(`${name} takes a property and ${count === 1 ? 'a number' : `${count} numbers`}`)
  }
  const [first = 0, second = 0] = numbers as number[]
  return bySet(
    path,
    ({ value, unit }) => typeof value === 'number' && predicate(inBaseUnit(value, unit), [first, second]),
  )
}

/**
 * Returns `Set.Property` of `properties.Set.Property`; set names may contain dots, so the path is compared as one
 * string.
 */
function propertyPath(operator: string, attribute: unknown): string {
  const path = typeof attribute === 'string' && attribute.length <= maxTextCharacters ? attribute : ''
  if (!/^properties\../.test(path)) throw new RangeError(`${operator} takes a property like properties.Set.Name first`)
  return path.slice('properties.'.length)
}

const byElement = (matches: (element: Omit<SourceObject, 'sets'>) => boolean): ObjectFilter => ({
  by: 'element',
  matches,
})

const bySet = (path: string, matches: (property: SourceProperty) => boolean): ObjectFilter => ({
  by: 'set',
  matches: ({ name, properties }) =>
    path.startsWith(`${name}.`) &&
    properties.some((property) => property.name === path.slice(name.length + 1) && matches(property)),
})
