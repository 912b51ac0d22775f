import type { SheetFontUse } from '@kamar/view-package/sheets'
import { type DxfGroup, dxfName } from './dxf-groups.js'

/** The style that every drawing has. */
export const usualTextStyle = 'Standard'

/** What a style says besides its name. */
interface StyleFacts {
  readonly file: string
  readonly bigFile: string
  readonly widthFactor: number
  readonly obliqueDegrees: number
  /** Family and marks of an outline font that is no file. */
  readonly family: string
  readonly marks: number
}

const [boldMark, italicMark] = [0x200_0000, 0x100_0000]
const usual: StyleFacts = { file: 'arial.ttf', bigFile: '', widthFactor: 1, obliqueDegrees: 0, family: '', marks: 0 }

/** The text styles of all sheets, whose tables are joined here: those of the source by their names, and those that texts make do without. */
export class DxfTextStyles {
  readonly #styles = new Map<string, { readonly name: string; readonly facts: StyleFacts }>()

  /** The name under which a font stands in the table, added where it is new. */
  add(font: SheetFontUse): string {
    const facts = factsOf(font)
    const stem = dxfName(font.style?.name ?? `${font.name}${markWords(font)}`) || usualTextStyle
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}_${number}`
      const known = this.#styles.get(name.toLowerCase())
      if (known && !isSame(known.facts, facts)) continue
      if (!known) this.#styles.set(name.toLowerCase(), { name, facts })
      return known?.name ?? name
    }
  }

  /** Groups of each style, the usual one among them. */
  rows(): DxfGroup[][] {
    const hasUsual = this.#styles.has(usualTextStyle.toLowerCase())
    const styles = [...(hasUsual ? [] : [{ name: usualTextStyle, facts: usual }]), ...this.#styles.values()]
    return styles.map(({ name, facts }) => groupsOf(name, facts))
  }
}

function factsOf({ name, style, bold = false, italic = false }: SheetFontUse): StyleFacts {
  const [first = '', bigFile = ''] = name.split(',')
  const isFile = /\.\w{3}$/.test(first)
  return {
    file: isFile ? first : '',
    bigFile,
    widthFactor: style?.widthFactor ?? 1,
    obliqueDegrees: style?.obliqueDegrees ?? 0,
    family: isFile && !bold && !italic ? '' : first.replace(/\.\w{3}$/, ''),
    marks: (bold ? boldMark : 0) + (italic ? italicMark : 0),
  }
}

const markWords = ({ bold = false, italic = false }: SheetFontUse): string =>
  `${bold ? ' bold' : ''}${italic ? ' italic' : ''}`

const isSame = (one: StyleFacts, other: StyleFacts): boolean => JSON.stringify(one) === JSON.stringify(other)

const groupsOf = (name: string, facts: StyleFacts): DxfGroup[] => [
  [2, name],
  [70, 0],
  [40, 0],
  [41, facts.widthFactor],
  [50, facts.obliqueDegrees],
  [71, 0],
  [42, 2.5],
  [3, facts.file],
  [4, facts.bigFile],
  ...(facts.family === ''
    ? []
    : ([
        [1001, 'ACAD'],
        [1000, facts.family],
        [1071, facts.marks],
      ] as const)),
]
