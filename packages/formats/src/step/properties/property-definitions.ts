import type { Property } from '@kamar/core'
import { readMeasure, type Units } from '../model/units.js'
import { readRepresentation } from '../model/representations.js'
import { toNumber, toText, toEnumeration, type StepFile } from '../step-file.js'

/** Properties under one heading and the row they belong to. */
export interface StatedProperties {
  readonly owner: number
  readonly heading: string
  readonly properties: readonly Property[]
}

const digits = 12
const maxAspectDepth = 16

/** Reads all property definitions of the file: validation, user-defined, of materials. */
export function readPropertyDefinitions(file: StepFile, units: Units): StatedProperties[] {
  const general = generalNames(file)
  const definitions: StatedProperties[] = []
  for (const row of file.listRows('PROPERTY_DEFINITION_REPRESENTATION')) {
    const definition = file.rowAt(row, 0)
    const [name, description, ownerValue] = file.attributes(definition)
    const owner = findOwner(file, file.rowOf(ownerValue))
    const representation = readRepresentation(file, file.rowAt(row, 1))
    if (owner < 0 || !representation) continue
    const own = toText(description) || toText(name)
    const properties = representation.items
      .map((item) => readItem(file, units, { item, fallback: general.get(definition) ?? own }))
      .filter((property) => property !== null)
    const heading = general.has(definition) ? 'User defined attributes' : toText(name) || own
    if (properties.length > 0) definitions.push({ owner, heading: formatHeading(heading), properties })
  }
  return joined(definitions)
}

/** Merges definitions with the same heading: programs write one definition per value. */
function joined(definitions: readonly StatedProperties[]): StatedProperties[] {
  const groups = new Map<string, { owner: number; heading: string; properties: Property[] }>()
  for (const { owner, heading, properties } of definitions) {
    const key = `${owner} ${heading}`
    const group = groups.get(key) ?? { owner, heading, properties: [] }
    group.properties.push(...properties)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Formats a heading: `geometric validation property` is the term of the recommended practices, not a title. */
function formatHeading(name: string): string {
  const text = name.trim().replaceAll('_', ' ') || 'Properties'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the names of general properties by the definition that states a value for them. */
function generalNames(file: StepFile): Map<number, string> {
  const names = new Map<number, string>()
  for (const row of file.listRows('GENERAL_PROPERTY_ASSOCIATION')) {
    const [, , base, derived] = file.attributes(row)
    const name = toText(file.attributes(file.rowOf(base))[1])
    if (name) names.set(file.rowOf(derived), name)
  }
  return names
}

/** Finds the product definition, usage or shape item that a property belongs to. */
function findOwner(file: StepFile, row: number, depth = 0): number {
  if (depth > maxAspectDepth) return -1
  const typeName = file.typeOf(row)
  if (typeName === 'PRODUCT_DEFINITION_SHAPE') return file.rowOf(file.attributes(row)[2])
  // Properties of a part's detail are shown with the part.
  if (typeName === 'SHAPE_ASPECT') return findOwner(file, file.rowOf(file.attributes(row)[2]), depth + 1)
  return row
}

/** Reads one item of a property's value; returns null for an item without a value. */
export function readItem(
  file: StepFile,
  units: Units,
  { item, fallback }: { readonly item: number; readonly fallback: string },
): Property | null {
  const types = file.listTypes(item)
  const attributes = file.attributes(item)
  const ownName = toText((file.part(item, 'REPRESENTATION_ITEM') ?? attributes)[0])
  const name = ownName || fallback || 'value'
  const measure = readMeasure(file, item)
  if (measure) {
    const unit = units.unit(measure.unit)?.symbol
    const value = Number(measure.value.toPrecision(digits))
    return unit ? { name, value, unit } : { name, value }
  }
  if (types.includes('DESCRIPTIVE_REPRESENTATION_ITEM')) return { name, value: toText(attributes[1]) }
  if (types.includes('CARTESIAN_POINT')) return { name, value: file.numbersAt(item, 1).map(shortNumber).join(', ') }
  if (!types.some((type) => type.endsWith('_REPRESENTATION_ITEM'))) return null
  return plainValue(name, attributes.at(-1))
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(9)))

function plainValue(name: string, value: Parameters<typeof toText>[0]): Property | null {
  if (typeof value === 'boolean') return { name, value }
  const number = toNumber(value)
  if (number !== null) return { name, value: number }
  const text = toText(value) || toEnumeration(value)
  return text ? { name, value: text } : null
}
