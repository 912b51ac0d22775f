import type { Property, PropertySet } from '@kamar/core'

/** Names of quantities in order of preference; a set may call them `Net area` or `NetArea`. */
const names = [
  'netfloorarea',
  'grossfloorarea',
  'netsidearea',
  'grosssidearea',
  'netarea',
  'grossarea',
  'area',
  'length',
  'netvolume',
  'grossvolume',
  'volume',
] as const

const units: Readonly<Record<string, string>> = { area: 'm²', length: 'm', volume: 'm³' }

/** Finds the quantity that says most about an element: its area, otherwise its length or volume. */
export function findMainQuantity(sets: readonly PropertySet[]): Property | null {
  const byName = new Map<string, Property>()
  for (const { properties } of sets)
    for (const property of properties) {
      const name = property.name.toLowerCase().replaceAll(/[^a-z]/g, '')
      if (typeof property.value === 'number' && property.value > 0 && !byName.has(name)) byName.set(name, property)
    }
  const name = names.find((each) => byName.has(each)) ?? [...byName.keys()].find((each) => each.endsWith('area'))
  const property = name === undefined ? undefined : byName.get(name)
  if (name === undefined || property === undefined) return null
  const kind = Object.keys(units).find((each) => name.endsWith(each)) ?? ''
  return property.unit === undefined && units[kind] !== undefined ? { ...property, unit: units[kind] } : property
}
