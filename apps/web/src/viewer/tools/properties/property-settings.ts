import type { Preference } from '@kamar/extensions'

/** How a user has arranged the properties, on this device. */
export interface PropertySettings {
  /** Keys of the properties that stand above all sets. */
  readonly pinned: readonly string[]
  /** Names of the sets that come first, in order. */
  readonly firstSets: readonly string[]
  /** Whether values that only repeat the name of their property are hidden. */
  readonly hidesEchoes: boolean
}

/** Settings and their change, as the properties use them. */
export type PropertyPreference = Preference<PropertySettings>

/** Name that the settings are stored under. */
export const settingsKey = 'properties'
/** Longer lists are no arrangement any more; they also bound what is stored. */
const maxNames = 200

export const defaultSettings: PropertySettings = { pinned: [], firstSets: [], hidesEchoes: true }

const readNames = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string').slice(0, maxNames) : []

/** Reads stored settings; the defaults where they are missing or damaged. */
export function readPropertySettings(stored: unknown): PropertySettings {
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  const { pinned, firstSets, hidesEchoes } = stored as Readonly<Record<string, unknown>>
  return { pinned: readNames(pinned), firstSets: readNames(firstSets), hidesEchoes: hidesEchoes !== false }
}

/** Returns the key of a property in the settings. */
export const formatPropertyKey = (set: string, property: string): string => `${set}\u0000${property}`

/** Pins a property, or unpins it. */
export function togglePin(settings: PropertySettings, key: string): PropertySettings {
  const pinned = settings.pinned.includes(key)
    ? settings.pinned.filter((one) => one !== key)
    : [...settings.pinned, key].slice(-maxNames)
  return { ...settings, pinned }
}

/** Sorts names of sets: those that the user put first, then the others as they come. */
export function sortSets<Set extends { readonly name: string }>(
  sets: readonly Set[],
  { firstSets }: PropertySettings,
): readonly Set[] {
  const rank = ({ name }: Set): number => (firstSets.includes(name) ? firstSets.indexOf(name) : firstSets.length)
  return sets.toSorted((a, b) => rank(a) - rank(b))
}

/** Puts a set before the one that precedes it. */
export function raiseSet(settings: PropertySettings, names: readonly string[], name: string): PropertySettings {
  const at = names.indexOf(name)
  if (at <= 0) return settings
  const raised = [...names.slice(0, at - 1), name, ...names.slice(at - 1, at)]
  const others = settings.firstSets.filter((one) => !raised.includes(one))
  return { ...settings, firstSets: [...raised, ...others].slice(0, maxNames) }
}

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, '')

/** Returns whether a value only repeats the name of its property, as some exporters write for "no value". */
export const isEcho = (value: unknown, property: string): boolean =>
  typeof value === 'string' && value !== '' && normalize(value) === normalize(property)
