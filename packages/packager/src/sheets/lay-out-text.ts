import type { SheetColor, SheetFontInput, SheetTextInput, SheetTextRun } from '@kamar/core'
import type { GlyphMetrics, GlyphShapes } from './glyphs/glyph-shapes.js'
import { substituteFont } from './glyphs/substitute-font.js'

/** Glyph in the text's frame. */
export interface PlacedGlyph {
  readonly glyph: number
  readonly x: number
  readonly y: number
}

/** Glyphs with one style. */
export interface PlacedRun {
  readonly color: SheetColor | null
  /** Index into the sheet's fonts. */
  readonly font: number
  readonly height: number
  /** Height times width factor. */
  readonly width: number
  readonly slant: number
  readonly glyphs: readonly PlacedGlyph[]
}

/** Text with all its glyphs positioned, in its frame. */
export interface LaidOutText {
  readonly runs: readonly PlacedRun[]
  /** Underlines, fraction bars and similar lines: x y of both ends. */
  readonly rules: readonly {
    readonly color: SheetColor | null
    readonly ends: readonly [number, number, number, number]
  }[]
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number]
  readonly string: string
  /** Characters shown as a question mark, one entry per occurrence. */
  readonly unknown: readonly string[]
}

/** In cap heights: the descent below the baseline, and the positions of underline, overline and strikethrough. */
const descent = 0.32
const underline = -0.2
const overline = 1.2
const strikethrough = 0.45
/** Default baseline distance in text heights. */
const lineDistanceRatio = 5 / 3
/** Height of fraction parts and their distance from the bar, in heights of the run. */
const fractionRatio = 0.7
const fractionGap = 0.15

interface Word {
  readonly run: SheetTextRun
  readonly text: string
  readonly width: number
  readonly isSpace: boolean
  /** Index of the first UTF-16 unit within the run. */
  readonly from: number
}

interface Line {
  readonly tokens: readonly Word[]
  readonly width: number
  readonly height: number
  /** Paragraph index. */
  readonly paragraph: number
}

/** Fraction of a line to the left of the anchor. */
const leftRatios = { left: 0, center: 0.5, right: 1 } as const

/** Lays out a text with the glyphs that display it. */
export function layOutText(text: SheetTextInput, fonts: readonly SheetFontInput[], shapes: GlyphShapes): LaidOutText {
  const layout = new TextLayout(text, fonts, shapes)
  return layout.layOut()
}

class TextLayout {
  readonly #text: SheetTextInput
  readonly #fonts: readonly SheetFontInput[]
  readonly #shapes: GlyphShapes
  readonly #runs: PlacedRun[] = []
  readonly #unknown: string[] = []
  readonly #rules: { color: SheetColor | null; ends: [number, number, number, number] }[] = []

  constructor(text: SheetTextInput, fonts: readonly SheetFontInput[], shapes: GlyphShapes) {
    this.#text = text
    this.#fonts = fonts
    this.#shapes = shapes
  }

  layOut(): LaidOutText {
    const { paragraphs, fitWidth } = this.#text
    const lines = paragraphs.flatMap((paragraph, number) => this.#breakLines(paragraph, number))
    const widest = Math.max(0, ...lines.map(({ width }) => width))
    const squeeze = fitWidth !== undefined && fitWidth > 0 && widest > 0 ? fitWidth / widest : 1
    const baselines = this.#computeBaselines(lines)
    const starts = lines.map((line) => this.#computeStart(line, widest) * squeeze)
    lines.forEach((line, number) => {
      let x = starts[number]
      for (const word of line.tokens) {
        this.#placeWord(word, x, { y: baselines[number], squeeze })
        x += word.width * squeeze
      }
    })
    const first = lines.at(0)?.height ?? 0
    const last = lines.at(-1)?.height ?? 0
    const ends = lines.map(({ width }, number) => starts[number] + width * squeeze)
    const box = [
      lines.length === 0 ? 0 : Math.min(...starts),
      (baselines.at(-1) ?? 0) - last * descent,
      lines.length === 0 ? 0 : Math.max(...ends),
      (baselines[0] ?? 0) + first,
    ] as const
    return { runs: this.#runs, rules: this.#rules, box, string: joinText(paragraphs), unknown: this.#unknown }
  }

  /**
   * Computes the start of a line: paragraphs are aligned within the width of the text, which is aligned to its anchor.
   */
  #computeStart({ width, paragraph }: Line, widest: number): number {
    const { horizontal, alignments, wrapWidth } = this.#text
    const own = alignments?.[paragraph]
    if (!own) return -leftRatios[horizontal] * width
    const frame = wrapWidth !== undefined && wrapWidth > 0 ? Math.max(wrapWidth, widest) : widest
    return leftRatios[own] * (frame - width) - leftRatios[horizontal] * frame
  }

  #computeBaselines(lines: readonly Line[]): number[] {
    const { lineDistance, vertical } = this.#text
    const baselines: number[] = []
    let y = 0
    lines.forEach(({ height }, number) => {
      if (number > 0) y -= lineDistance ?? height * lineDistanceRatio
      baselines.push(y)
    })
    const top = lines.at(0)?.height ?? 0
    const bottom = y - (vertical === 'bottom' ? (lines.at(-1)?.height ?? 0) * descent : 0)
    const shift = { baseline: 0, top: -top, bottom: -bottom, middle: -(top + y) / 2 }[vertical]
    return baselines.map((baseline) => baseline + shift)
  }

  #breakLines(paragraph: readonly SheetTextRun[], number: number): Line[] {
    const { wrapWidth } = this.#text
    const lines: Line[] = []
    let tokens: Word[] = []
    let width = 0
    const end = (): void => {
      while (tokens.at(-1)?.isSpace === true) width -= tokens.pop()?.width ?? 0
      const runs = tokens.length > 0 ? tokens.map(({ run }) => run) : paragraph
      lines.push({ tokens, width, paragraph: number, height: Math.max(0, ...runs.map((run) => computeHeight(run))) })
      tokens = []
      width = 0
    }
    for (const word of paragraph.flatMap((run) => this.#tokenize(run))) {
      const tooWide = wrapWidth !== undefined && wrapWidth > 0 && width + word.width > wrapWidth * 1.0001
      if (tooWide && !word.isSpace && tokens.length > 0) end()
      if (tokens.length === 0 && word.isSpace && lines.length > 0) continue
      tokens.push(word)
      width += word.width
    }
    end()
    return lines
  }

  #tokenize(run: SheetTextRun): Word[] {
    if (run.stacked) return [{ run, text: run.text, width: this.#stackWidth(run), isSpace: false, from: 0 }]
    const tokens: Word[] = []
    for (const { 0: text, index } of run.text.matchAll(/\s+|\S+/g))
      tokens.push({ run, text, from: index, isSpace: text.trim() === '', width: this.#measureWidth(run, text, index) })
    return tokens
  }

  #stackWidth(run: SheetTextRun): number {
    const widths = [run.text, run.stacked?.lower ?? ''].map(
      (text) => this.#measureWidth(run, text, null) * fractionRatio,
    )
    return run.stacked?.between === 'slash' ? widths[0] + widths[1] + run.height * 0.3 : Math.max(...widths)
  }

  /** `from` null: uses the glyphs' own widths. */
  #measureWidth(run: SheetTextRun, text: string, from: number | null): number {
    let [width, unit] = [0, from ?? 0]
    for (const character of text) {
      width += this.#advance(run, character, from === null ? null : unit)
      unit += character.length
    }
    return width
  }

  #advance(run: SheetTextRun, character: string, unit: number | null): number {
    const fixed = unit === null ? undefined : run.advances?.[unit]
    if (fixed !== undefined) return fixed
    const { advance } = this.#getGlyph(run, character)
    return advance * run.height * this.#widthFactor(run) * (run.tracking ?? 1)
  }

  /** Returns a glyph of the source's own font if available, otherwise of its substitute. */
  #getGlyph({ font: number }: SheetTextRun, character: string): GlyphMetrics {
    const font = this.#fonts[number]
    const own = font.letters && this.#shapes.findOwnGlyph(font.letters, character)
    return own ?? this.#shapes.getGlyph(substituteFont(font).face, character)
  }

  #widthFactor({ font: number, widthFactor = 1 }: SheetTextRun): number {
    const font = this.#fonts[number]
    return font.letters ? widthFactor : widthFactor * substituteFont(font).widthFactor
  }

  #placeWord(word: Word, x: number, at: { readonly y: number; readonly squeeze: number }): void {
    const { run, text, from } = word
    if (run.stacked) this.#placeStack(run, x, at)
    else this.#placeGlyphs(run, text, { x, ...at, share: 1, from })
    const color = run.color ?? null
    const right = x + word.width * at.squeeze
    const rules = [
      [run.underline, underline],
      [run.overline, overline],
      [run.strikethrough, strikethrough],
    ] as const
    for (const [isEnabled, share] of rules) {
      const y = at.y + share * run.height
      if (isEnabled === true) this.#rules.push({ color, ends: [x, y, right, y] })
    }
  }

  #placeStack(run: SheetTextRun, x: number, { y, squeeze }: { readonly y: number; readonly squeeze: number }): void {
    const { lower, between } = run.stacked ?? { lower: '', between: 'nothing' as const }
    const [upperWidth, lowerWidth] = [run.text, lower].map(
      (text) => this.#measureWidth(run, text, null) * fractionRatio,
    )
    const total = this.#stackWidth(run)
    const centerY = y + run.height / 2
    const share = fractionRatio
    const gap = run.height * fractionGap
    const color = run.color ?? null
    const upperX = between === 'slash' ? x : x + ((total - upperWidth) / 2) * squeeze
    const lowerX = between === 'slash' ? x + (total - lowerWidth) * squeeze : x + ((total - lowerWidth) / 2) * squeeze
    this.#placeGlyphs(run, run.text, { x: upperX, y: centerY + gap, squeeze, share, from: null })
    this.#placeGlyphs(run, lower, { x: lowerX, y: centerY - gap - run.height * share, squeeze, share, from: null })
    if (between === 'line') this.#rules.push({ color, ends: [x, centerY, x + total * squeeze, centerY] })
    if (between === 'slash') {
      const slash = x + (upperWidth + run.height * 0.15) * squeeze
      const half = run.height * share
      this.#rules.push({ color, ends: [slash - half * 0.3, centerY - half, slash + half * 0.3, centerY + half] })
    }
  }

  #placeGlyphs(
    run: SheetTextRun,
    text: string,
    at: {
      readonly x: number
      readonly y: number
      readonly squeeze: number
      readonly share: number
      readonly from: number | null
    },
  ): void {
    const glyphs: PlacedGlyph[] = []
    let { x } = at
    let unit = at.from ?? 0
    for (const character of text) {
      const { number, isUnknown } = this.#getGlyph(run, character)
      if (isUnknown) this.#unknown.push(character)
      if (this.#shapes.shapes[number].indices.length > 0) glyphs.push({ glyph: number, x, y: at.y })
      x += this.#advance(run, character, at.from === null ? null : unit) * at.share * at.squeeze
      unit += character.length
    }
    if (glyphs.length === 0) return
    const height = run.height * at.share
    const width = height * this.#widthFactor(run) * at.squeeze
    const slant = Math.tan(((run.obliqueDegrees ?? 0) * Math.PI) / 180)
    this.#runs.push({ color: run.color ?? null, font: run.font, height, width, slant, glyphs })
  }
}

const computeHeight = (run: SheetTextRun): number =>
  run.stacked && run.stacked.between !== 'slash' ? run.height * 1.2 : run.height

function joinText(paragraphs: SheetTextInput['paragraphs']): string {
  const formatRun = (run: SheetTextRun): string => (run.stacked ? `${run.text}/${run.stacked.lower}` : run.text)
  return paragraphs.map((paragraph) => paragraph.map((run) => formatRun(run)).join('')).join('\n')
}
