import { defaultColorMap } from './palette.js'

/** Names of records in the order in which streams are likely to need them. */
const firstEntries = ['DashPattern', 'LineStyle', 'Copyright', 'Keywords', 'Viewport', 'CodePage']
const intermediate = [
  'NamedView',
  'Author',
  'Background',
  'Bezier',
  'Bounds',
  'Clip',
  'Color',
  'ColorMap',
  'Comment',
  'Created',
]
const secondEntries = ['Creator', 'Description', 'DrawingInfo']
const last = ['View', 'Gouraud', 'Image', 'Layer', 'LineCap', 'LineJoin', 'LinePattern', 'LineWeight', 'Modified']
const end = ['Projection', 'Scale', 'SourceCreated', 'SourceFilename', 'SourceModified', 'Text']

const formatOpenings = (names: readonly string[]): string => names.map((name) => `(${name} `).join('')
const embed = ")(Embed 'image/vnd.dwg;' 'AutoCAD-r13' 'unknown.dwg' '')"
const links = "(URL 'http://www.com')'ftp://ftp."

/** Header of a record that defines a colour map of 256 colours. */
const colorMapHeader = [0x7b, 4, 4, 0, 0, 1, 0, 0]

let dictionary: Uint8Array | null = null

/**
 * Builds the dictionary that a compressed stream may refer to from its start: names of records, the default colours,
 * and every four-digit number once. 11,476 bytes, whose contents the specification states.
 */
export function presetDictionary(): Uint8Array {
  dictionary ??= Uint8Array.from([
    ...toAscii(formatOpenings(firstEntries)),
    ...colorMapHeader,
    ...blueFirst(defaultColorMap()),
    ...toAscii(formatOpenings([...intermediate, ...secondEntries]) + embed + formatOpenings([...last, ...end]) + links),
    ...toAscii(`${allNumbers()}000`),
    ...colorMapHeader,
    255,
  ])
  return dictionary
}

const toAscii = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))

const blueFirst = (map: Uint8Array): number[] =>
  Array.from(map, (_, at) => map[at % 4 === 0 ? at + 2 : at % 4 === 2 ? at - 2 : at])

/**
 * Builds the smallest text with every four-digit number once (a de Bruijn sequence): the Lyndon words of four digits or
 * a divisor of four.
 */
function allNumbers(): string {
  const word = [0, 0, 0, 0, 0]
  let text = ''
  const extend = (at: number, period: number): void => {
    if (at > 4) {
      if (4 % period === 0) text += word.slice(1, period + 1).join('')
      return
    }
    word[at] = word[at - period]
    extend(at + 1, period)
    for (let digit = word[at - period] + 1; digit < 10; digit++) {
      word[at] = digit
      extend(at + 1, at)
    }
  }
  extend(1, 1)
  return text
}
