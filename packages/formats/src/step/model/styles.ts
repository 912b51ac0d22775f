import { namedColor } from '@kamar/codecs/part21'
import { toNumber, toText, type StepFile } from '../step-file.js'

/** Colour and opacity, channels 0 to 1, sRGB. */
export interface SurfaceStyle {
  readonly color: readonly [number, number, number]
  /** 1 is opaque. */
  readonly opacity: number
  /** By default its colour serves as the name, because STEP has no material names. */
  readonly name?: string
}

const styledTypes = ['STYLED_ITEM', 'OVER_RIDING_STYLED_ITEM']

/** A style that applies to only one use of a part in an assembly. */
export interface UseStyle {
  /** Row of the solid or shape. */
  readonly target: number
  /** Rows that identify the use: placements of uses. */
  readonly contexts: readonly number[]
  readonly style: SurfaceStyle
}
const maxStyleDepth = 10

/** Styles of the file: by the row of the solid, shell, face, curve, mapped item or whole shape. */
export class Styles {
  readonly #file: StepFile
  readonly #surfaces = new Map<number, SurfaceStyle>()
  readonly #curves = new Map<number, SurfaceStyle>()
  readonly #stylesByRow = new Map<number, FoundStyles>()
  readonly #invisible = new Set<number>()
  /** Styled row per styled item, so that assignments to the styled item itself (layers, invisibility) reach it. */
  readonly targets = new Map<number, number>()
  /** Styles of single uses. */
  readonly ofUses: readonly UseStyle[]

  constructor(file: StepFile) {
    this.#file = file
    for (const typeName of styledTypes) for (const row of file.rowsWith(typeName)) this.#readStyledItem(row)
    this.ofUses = file.listRows('CONTEXT_DEPENDENT_OVER_RIDING_STYLED_ITEM').flatMap((row) => this.#useStyle(row))
    for (const row of file.listRows('INVISIBILITY')) {
      for (const item of file.rowsIn(file.attributes(row)[0])) {
        this.#invisible.add(item)
        const target = this.targets.get(item)
        if (target !== undefined) this.#invisible.add(target)
      }
    }
  }

  /** Returns the surface style of a row, or null. */
  surface(row: number): SurfaceStyle | null {
    return this.#surfaces.get(row) ?? null
  }

  /** Returns the curve style of a row, or null. */
  curve(row: number): SurfaceStyle | null {
    return this.#curves.get(row) ?? null
  }

  /** Returns whether the file marks a row as invisible. */
  isInvisible(row: number): boolean {
    return this.#invisible.has(row)
  }

  /** Number of rows with a surface style. */
  get surfaceCount(): number {
    return this.#surfaces.size
  }

  #readStyledItem(row: number): void {
    const file = this.#file
    const part = file.part(row, 'STYLED_ITEM') ?? file.attributes(row)
    // A complex instance has the name in its representation item.
    const [styles, item] = file.typeOf(row) === '' ? part : part.slice(1)
    const target = file.rowOf(item)
    if (target < 0) return
    this.targets.set(row, target)
    for (const style of file.rowsIn(styles)) {
      const match = this.#getStyles(style)
      if (match.surface) this.#surfaces.set(target, match.surface)
      if (match.curve) this.#curves.set(target, match.curve)
    }
  }

  #useStyle(row: number): UseStyle[] {
    const file = this.#file
    const [, styles, item, , contexts] = file.attributes(row)
    const [style = null] = file.rowsIn(styles).flatMap((each) => this.#getStyles(each).surface ?? [])
    const target = file.rowOf(item)
    return style && target >= 0 ? [{ target, contexts: file.rowsIn(contexts), style }] : []
  }

  /** Returns the styles of a row; cached, because thousands of faces share a few. */
  #getStyles(row: number): FoundStyles {
    let match = this.#stylesByRow.get(row)
    if (!match) {
      const search = new StyleSearch(this.#file)
      search.follow(row, { isCurve: false, depth: 0 })
      match = { surface: search.toStyle(search.surfaceColor), curve: search.toStyle(search.curveColor) }
      this.#stylesByRow.set(row, match)
    }
    return match
  }
}

interface FoundStyles {
  readonly surface: SurfaceStyle | null
  readonly curve: SurfaceStyle | null
}

/** Search from a style down to its colours; the first one of each kind applies. */
class StyleSearch {
  readonly #file: StepFile
  surfaceColor: readonly [number, number, number] | null = null
  curveColor: readonly [number, number, number] | null = null
  #transparency = 0
  /** Visited rows, as a curve's or as a surface's: lists may contain the same ones many times. */
  readonly #visited = new Set<number>()

  constructor(file: StepFile) {
    this.#file = file
  }

  toStyle(color: readonly [number, number, number] | null): SurfaceStyle | null {
    return color && { color, opacity: 1 - this.#transparency }
  }

  #markVisited(key: number): boolean {
    const isNew = !this.#visited.has(key)
    this.#visited.add(key)
    return isNew
  }

  follow(row: number, { isCurve, depth }: { readonly isCurve: boolean; readonly depth: number }): void {
    if (row < 0 || depth > maxStyleDepth || !this.#markVisited(isCurve ? -1 - row : row)) return
    const types = this.#file.listTypes(row)
    const color = readColor(this.#file, row, types)
    if (color) {
      if (isCurve) this.curveColor ??= color
      else this.surfaceColor ??= color
      return
    }
    this.#followAttributes(row, types, { isCurve, depth })
  }

  #followAttributes(
    row: number,
    types: readonly string[],
    { isCurve, depth }: { readonly isCurve: boolean; readonly depth: number },
  ): void {
    const attributes = this.#file.attributes(row)
    if (types.includes('SURFACE_STYLE_TRANSPARENT')) {
      this.#transparency = Math.min(1, Math.max(0, toNumber(attributes[0]) ?? 0))
    } else if (!types.includes('POINT_STYLE') && !types.includes('SURFACE_STYLE_BOUNDARY')) {
      const next = { isCurve: isCurve || types.includes('CURVE_STYLE'), depth: depth + 1 }
      for (const value of attributes) for (const match of this.#file.rowsIn(value)) this.follow(match, next)
    }
  }
}

function readColor(file: StepFile, row: number, types: readonly string[]): readonly [number, number, number] | null {
  const rgb = types.includes('COLOUR_RGB') ? file.attributes(row).map((value) => toNumber(value)) : null
  if (rgb) {
    const [red, green, blue] = rgb.filter((value) => value !== null).slice(-3)
    if (red === undefined || green === undefined || blue === undefined) return null
    const channel = (value: number): number => Math.min(1, Math.max(0, value))
    return [channel(red), channel(green), channel(blue)]
  }
  const isNamed = types.some((name) => name.endsWith('PRE_DEFINED_COLOUR'))
  return isNamed ? namedColor(toText(file.attributes(row)[0])) : null
}
