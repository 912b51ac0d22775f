import { fitsGlob } from './glob.js'
import { measureText } from './measure.js'

/** Named value of an element, as readers write it. */
export interface SourceProperty {
  readonly name: string
  readonly value: string | number | boolean
  readonly unit?: string
}

/** Property set of an element. */
export interface SourceSet {
  readonly name: string
  readonly properties: readonly SourceProperty[]
}

/** Element of a model as queries see it. */
export interface SourceObject {
  /** Number in the object tree, from 1. */
  readonly objectid: number
  readonly name: string
  /** Identifier in the source (an IFC GlobalId); '' when it has none. */
  readonly externalId: string
  readonly sets: readonly SourceSet[]
}

/** Value in a response. */
export type PropertyValue = string | number | boolean

/** Element in a response; fields that were not requested are omitted. */
export interface ObjectRecord {
  readonly objectid?: number
  readonly name?: string
  readonly externalId?: string
  readonly properties?: Readonly<Record<string, Readonly<Record<string, PropertyValue>>>>
}

/** Format of values: `text` as displayed, or `unit`: numbers only, with unit and base unit. */
export type PropertyPayload = 'text' | 'unit'

/** Fields of an element to include in a response; all when omitted. */
export interface FieldChoice {
  readonly attributes: ReadonlySet<'objectid' | 'name' | 'externalId'>
  /** Patterns over `Set` and `Set.Property`. */
  readonly patterns: readonly string[]
}

const attributeNames = ['objectid', 'name', 'externalId'] as const
const maxFields = 100
const maxFieldCharacters = 256
const allFields: FieldChoice = { attributes: new Set(attributeNames), patterns: ['*'] }

/**
 * Parses the fields of a query: `objectid`, `name`, `externalId`, `properties`, `properties.Set`, `properties.Se*`,
 * `properties.Set.*`, `properties.*.Property`. Throws `RangeError` for anything else.
 */
export function parseFields(fields: unknown): FieldChoice {
  if (fields === undefined) return allFields
  if (!Array.isArray(fields) || fields.length > maxFields || !fields.every(isField)) {
    throw new RangeError('fields must be a list of objectid, name, externalId and properties…')
  }
  const names = fields as readonly string[]
  return {
    attributes: new Set(attributeNames.filter((name) => names.includes(name))),
    patterns: names
      .filter((name) => /^properties(\.|$)/.test(name))
      .map((name) => (name === 'properties' ? '*' : name.slice('properties.'.length))),
  }
}

const isField = (field: unknown): boolean =>
  typeof field === 'string' &&
  field.length <= maxFieldCharacters &&
  (attributeNames.some((name) => name === field) || /^properties(\..|$)/.test(field))

/** Converts an element to its response record; null when `unit` is requested and it has no numbers. */
export function objectRecord(
  object: SourceObject,
  fields: FieldChoice = allFields,
  payload: PropertyPayload = 'text',
): ObjectRecord {
  const { attributes, patterns } = fields
  return {
    ...(attributes.has('objectid') ? { objectid: object.objectid } : {}),
    ...(attributes.has('name') ? { name: object.name } : {}),
    ...(attributes.has('externalId') ? { externalId: object.externalId } : {}),
    ...(patterns.length > 0 ? { properties: selectProperties(object, patterns, payload) } : {}),
  }
}

function selectProperties(
  { sets }: SourceObject,
  patterns: readonly string[],
  payload: PropertyPayload,
): NonNullable<ObjectRecord['properties']> {
  const selection = new Map<string, Map<string, PropertyValue>>()
  for (const set of sets) {
    const isSetSelected = patterns.some((pattern) => fitsGlob(pattern, set.name))
    for (const property of set.properties) {
      const isChosen = isSetSelected || patterns.some((pattern) => fitsGlob(pattern, `${set.name}.${property.name}`))
      if (!isChosen || (payload === 'unit' && typeof property.value !== 'number')) continue
      const values = selection.get(set.name) ?? new Map<string, PropertyValue>()
      selection.set(set.name, values.set(freeName(values, property.name), valueOf(property, payload)))
    }
  }
  // Not by assignment: a set may be named __proto__.
  return Object.fromEntries([...selection].map(([name, values]) => [name, Object.fromEntries(values)]))
}

/** Returns an unused name, so that both of two properties with one name are included. */
function freeName(usedNames: ReadonlyMap<string, unknown>, name: string): string {
  if (!usedNames.has(name)) return name
  let number = 2
  while (usedNames.has(`${name} (${number})`)) number++
  return `${name} (${number})`
}

function valueOf({ value, unit }: SourceProperty, payload: PropertyPayload): PropertyValue {
  if (typeof value !== 'number') return value
  if (payload === 'unit') return measureText(value, unit)
  return unit === undefined || unit === '' ? value : `${value} ${unit}`
}
