import type { Discipline } from '@kamar/contracts'

/** Number, title and discipline that the name of a sheet states. */
export interface SheetName {
  /** Empty if the name has none. */
  readonly number: string
  readonly title: string
  readonly discipline: Discipline | null
}

/** Letters of a discipline and a number ("A-101", "АР-5"), or at least two digits ("01", "1.2"). */
const numberPattern = /^(?<prefix>\p{Lu}{1,4})[-.]?\d[\p{L}\p{N}]*(?:[-./][\p{L}\p{N}]+)*|^\d+(?:[-./]\d+)+|^\d{2,}/u
const leadingWord = /^(?:sheet|лист)\s*:?\s+/iu
const separator = /^(?:\s*[-–—:_|]\s*|\s+)(?=\S)/u

/** Discipline designators of the United States National CAD Standard; the second letter is a branch of the first. */
const designators: Readonly<Record<string, Discipline>> = {
  G: 'general',
  V: 'survey',
  B: 'geotechnical',
  C: 'civil',
  L: 'landscape',
  S: 'structural',
  A: 'architectural',
  I: 'interiors',
  F: 'fire',
  P: 'plumbing',
  D: 'process',
  M: 'mechanical',
  E: 'electrical',
  T: 'telecommunications',
}

/** Marks of sets of working drawings by GOST R 21.101. */
const marks: Readonly<Record<string, Discipline>> = {
  ГП: 'civil',
  АР: 'architectural',
  АС: 'architectural',
  АИ: 'interiors',
  КР: 'structural',
  КЖ: 'structural',
  КМ: 'structural',
  КД: 'structural',
  ОВ: 'mechanical',
  ТМ: 'mechanical',
  ВК: 'plumbing',
  НВК: 'plumbing',
  ЭО: 'electrical',
  ЭМ: 'electrical',
  ЭС: 'electrical',
  ЭН: 'electrical',
  СС: 'telecommunications',
  РТ: 'telecommunications',
  ПТ: 'fire',
  ПС: 'fire',
  ТХ: 'process',
}

/** Splits the name of a sheet into number and title. A name without a number is the title. */
export function parseSheetName(name: string): SheetName {
  const text = name.trim().replace(leadingWord, '')
  const match = numberPattern.exec(text)
  const number = match?.[0] ?? ''
  const rest = text.slice(number.length)
  const title = rest.replace(separator, '')
  // A number continues in the rest: "2ND floor" has none.
  if (match === null || (rest !== '' && title === rest)) return { number: '', title: name.trim(), discipline: null }
  return { number, title, discipline: findDiscipline(match.groups?.['prefix'] ?? '') }
}

function findDiscipline(prefix: string): Discipline | null {
  const mark = marks[prefix]
  if (mark !== undefined) return mark
  return prefix.length <= 2 ? (designators[prefix.charAt(0)] ?? null) : null
}
