import type { SheetFontUse } from '@kamar/package-format/sheets'
import { type DxfGroup, dxfName } from './dxf-groups.js'

/** Style that every drawing has. */
export const defaultTextStyle = 'Standard'

/** Properties of a style besides its name. */
interface TextStyleProperties {
  readonly file: string
  readonly bigFile: string
  readonly widthFactor: number
  readonly obliqueDegrees: number
  /** Family and flags of an outline font without a file. */
  readonly family: string
  readonly marks: number
}

const [boldMark, italicMark] = [0x200_0000, 0x100_0000]
const defaultStyle: TextStyleProperties = {
  file: 'arial.ttf',
  bigFile: '',
  widthFactor: 1,
  obliqueDegrees: 0,
  family: '',
  marks: 0,
}

/** Merges the text styles of all sheets: those of the source by name, and substitutes for texts without one. */
export class DxfTextStyles {
  readonly #styles = new Map<string, { readonly name: string; readonly properties: TextStyleProperties }>()

  /** Returns the name of a font in the table, and adds the font if new. */
  add(font: SheetFontUse): string {
    const properties = toStyleProperties(font)
    const stem = dxfName(font.style?.name ?? `${font.name}${formatStyleSuffix(font)}`) || defaultTextStyle
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}_${number}`
      const existing = this.#styles.get(name.toLowerCase())
      if (existing && !isSame(existing.properties, properties)) continue
      if (!existing) this.#styles.set(name.toLowerCase(), { name, properties })
      return existing?.name ?? name
    }
  }

  /** Returns the groups of each style, including the default. */
  rows(): DxfGroup[][] {
    const hasDefault = this.#styles.has(defaultTextStyle.toLowerCase())
    const styles = [
      ...(hasDefault ? [] : [{ name: defaultTextStyle, properties: defaultStyle }]),
      ...this.#styles.values(),
    ]
    return styles.map(({ name, properties }) => toGroups(name, properties))
  }
}

function toStyleProperties({ name, style, bold = false, italic = false }: SheetFontUse): TextStyleProperties {
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

const formatStyleSuffix = ({ bold = false, italic = false }: SheetFontUse): string =>
  `${bold ? ' bold' : ''}${italic ? ' italic' : ''}`

const isSame = (one: TextStyleProperties, other: TextStyleProperties): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const toGroups = (name: string, properties: TextStyleProperties): DxfGroup[] => [
  [2, name],
  [70, 0],
  [40, 0],
  [41, properties.widthFactor],
  [50, properties.obliqueDegrees],
  [71, 0],
  [42, 2.5],
  [3, properties.file],
  [4, properties.bigFile],
  ...(properties.family === ''
    ? []
    : ([
        [1001, 'ACAD'],
        [1000, properties.family],
        [1071, properties.marks],
      ] as const)),
]
