import type { PropertyValue } from '@kamar/core'

/**
 * Texts that authoring tools and people write where there is no value, in lower case: exporters fill in a mark or their
 * word for "not set", and people theirs. Words that are also an answer ("no", "нет", "ոչ") are values.
 */
export const placeholderTexts: ReadonlySet<string> = new Set(
  [
    ['-', '--', '---', '–', '—', '_', '.', '..', '...', '…', '?', '??', '???', 'xxx'],
    ['n/a', 'na', 'n.a.', 'n/d', 'none', 'null', 'nil', 'nan', 'undefined', 'unset', 'not set', 'not defined'],
    ['notdefined', 'not specified', 'unspecified', 'unknown', 'unnamed', 'empty', 'tbd', 'tbc', 'todo'],
    ['չկա', 'անհայտ', 'սահմանված չէ', 'նշված չէ', 'տրված չէ', 'անանուն'],
    ['н/д', 'не задано', 'не задан', 'не задана', 'не определено', 'не определен', 'не указано', 'неизвестно'],
    ['отсутствует', 'без имени', 'пусто'],
    ['s/d', 'ninguno', 'ninguna', 'nulo', 'sin definir', 'no definido', 'no definida', 'sin especificar'],
    ['desconocido', 'desconocida', 'sin nombre', 'vacío', 'por definir'],
    ['k.a.', 'k. a.', 'nicht definiert', 'unbekannt', 'ohne', 'keine angabe', 'non défini', 'aucun'],
  ].flat(),
)

/** Text in angle brackets: `<none>`, `<Unnamed>`, `<By Category>`. */
const bracketForm = /^<[^<>]*>$/

/** Returns a property name without case, spaces, hyphens and underscores: exporters write `FireRating` and `Fire Rating`. */
export const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '')

/**
 * Returns whether a value says nothing: empty, a placeholder, text in angle brackets, or the name of the property itself,
 * which some exporters write for parameters without a value.
 */
export function isPlaceholder(value: PropertyValue, property: string): boolean {
  if (typeof value !== 'string') return typeof value === 'number' && Number.isNaN(value)
  const text = value.trim().toLowerCase()
  if (text === '' || placeholderTexts.has(text) || bracketForm.test(text)) return true
  const name = normalizeName(text)
  return name !== '' && name === normalizeName(property)
}
