import type { Property, PropertySet, PropertyValue } from '@kamar/core'

/** A property whose value differs, or that only one version has. */
export interface PropertyChange {
  readonly set: string
  readonly name: string
  /** Null where the older version has no such property. */
  readonly before: PropertyState | null
  /** Null where the newer version has no such property. */
  readonly after: PropertyState | null
}

/** A value with its unit, as the source states it. */
export interface PropertyState {
  readonly value: PropertyValue
  readonly unit?: string
}

/** Source of the properties of one version, which fetches them on demand. */
export interface PropertySource {
  of(element: number): Promise<readonly PropertySet[]>
}

/** Compares the properties of two elements; results in the newer version's order, followed by removed ones. */
export function compareProperties(
  before: readonly PropertySet[],
  after: readonly PropertySet[],
): readonly PropertyChange[] {
  const old = new Map(listEntries(before))
  const changes: PropertyChange[] = []
  for (const [key, { set, property }] of listEntries(after)) {
    const partner = old.get(key)
    old.delete(key)
    if (partner === undefined)
      changes.push({ set, name: property.name, before: null, after: toPropertyState(property) })
    else if (!areEqual(partner.property, property))
      changes.push({
        set,
        name: property.name,
        before: toPropertyState(partner.property),
        after: toPropertyState(property),
      })
  }
  for (const { set, property } of old.values())
    changes.push({ set, name: property.name, before: toPropertyState(property), after: null })
  return changes
}

/** Compares the properties of elements of two packages. */
export async function readPropertyChanges(
  sources: { readonly before: PropertySource; readonly after: PropertySource },
  pair: { readonly before: number; readonly after: number },
): Promise<readonly PropertyChange[]> {
  const [before, after] = await Promise.all([sources.before.of(pair.before), sources.after.of(pair.after)])
  return compareProperties(before, after)
}

interface Entry {
  readonly set: string
  readonly property: Property
}

/** Yields properties by set and name; duplicates of a name within a set are compared in order. */
function* listEntries(sets: readonly PropertySet[]): Generator<[string, Entry]> {
  const occurrences = new Map<string, number>()
  for (const { name: set, properties } of sets) {
    for (const property of properties) {
      const key = `${set}\n${property.name}`
      const occurrence = occurrences.get(key) ?? 0
      occurrences.set(key, occurrence + 1)
      yield [`${key}\n${occurrence}`, { set, property }]
    }
  }
}

const areEqual = (one: Property, other: Property): boolean =>
  Object.is(one.value, other.value) && (one.unit ?? '') === (other.unit ?? '')

const toPropertyState = ({ unit, value }: Property): PropertyState => (unit === undefined ? { value } : { value, unit })
