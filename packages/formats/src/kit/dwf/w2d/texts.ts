import type { SheetFontId, SheetTextRun } from '@kamar/core'
import type { W2dFont } from './state.js'

const radiansPerUnit = (2 * Math.PI) / 65_536
/** Ratio of cap height to font height, as in Arial and similar fonts. */
const capHeightRatio = 0.716

/** Computes the vectors of one unit along the line and upwards, in logical units. */
export function textFrame({ rotation }: W2dFont): {
  readonly along: readonly [number, number]
  readonly up: readonly [number, number]
} {
  const [cos, sin] = [Math.cos(rotation * radiansPerUnit), Math.sin(rotation * radiansPerUnit)]
  return { along: [cos, sin], up: [-sin, cos] }
}

/** Splits a text into runs, as underline and overline begin and end at stated positions. */
export function createParagraph(text: W2dText, font: W2dFont, id: SheetFontId): SheetTextRun[] {
  const cuts = new Set([0, text.text.length, ...text.underscored, ...text.overscored])
  const offsets = [...cuts].filter((offset) => offset <= text.text.length).sort((a, b) => a - b)
  const isOn = (switches: readonly number[], offset: number): boolean =>
    switches.filter((position) => position <= offset).length % 2 === 1
  return offsets.slice(0, -1).map((from, at) => ({
    text: text.text.slice(from, offsets[at + 1]),
    font: id,
    height: font.height * capHeightRatio,
    ...(font.widthScale === 1024 ? {} : { widthFactor: font.widthScale / 1024 }),
    ...(font.spacing === 1024 ? {} : { tracking: font.spacing / 1024 }),
    ...(font.oblique === 0 ? {} : { obliqueDegrees: obliqueDegrees(font.oblique) }),
    ...(isOn(text.underscored, from) ? { underline: true } : {}),
    ...(isOn(text.overscored, from) ? { overline: true } : {}),
  }))
}

/** Angles beyond 180° slant to the left. */
const obliqueDegrees = (oblique: number): number => {
  const degrees = (oblique * 360) / 65_536
  return degrees > 180 ? degrees - 360 : degrees
}

/** A text at a position. */
export interface W2dText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly underscored: readonly number[]
  readonly overscored: readonly number[]
  /** Width of the text along its line, logical units; null where the stream states none. */
  readonly width: number | null
}
