import type { SheetColor } from '@kamar/core'
import type { SheetInfo, SheetLineType } from '@kamar/package-format/sheets'
import { selectionColors } from '../../engine/render/viewer-colors.js'
import type { SheetPaper } from '../sheet-api.js'
import { maxDashes, styleTexels } from './sheet-programs.js'

/** Stroke and paper colours, 0xRRGGBB. */
export const papers: Readonly<
  Record<SheetPaper, { readonly paper: number; readonly stroke: number; readonly surface: number }>
> = {
  light: { paper: 0xffffff, stroke: 0x000000, surface: 0xd9d5ce },
  dark: { paper: 0x212830, stroke: 0xffffff, surface: 0x15181a },
}

/** Returns the selection colour on a paper, as in models: red, green, blue, 0 to 1. */
export function selectionOn(paper: SheetPaper): [number, number, number] {
  const [red, green, blue] = selectionColors[paper]
  return [red / 255, green / 255, blue / 255]
}

/** Returns the rows of the style texture: colour with hidden layers made invisible, weights, dashes in grid steps. */
export function styleRows(info: SheetInfo, isShown: (layer: number) => boolean, paper: SheetPaper): Float32Array {
  const rows = new Float32Array(Math.max(1, info.styles.length) * styleTexels * 4)
  info.styles.forEach((style, number) => {
    const layer = info.layers[style.layer]
    const at = number * styleTexels * 4
    const color = resolveColor(style.color === 'layer' ? layer.color : style.color, paper)
    for (let channel = 0; channel < 3; channel++) rows[at + channel] = ((color >> (16 - channel * 8)) & 255) / 255
    rows[at + 3] = isShown(style.layer) ? style.opacity : 0
    const weight = style.lineWeightMillimetres === 'layer' ? layer.lineWeightMillimetres : style.lineWeightMillimetres
    rows[at + 4] = weight
    rows[at + 5] = style.widthUnits / info.step
    const lineType = style.lineType === 'layer' ? layer.lineType : style.lineType
    const dashes = lineType === null ? [] : computeDashes(info.lineTypes[lineType], style.lineTypeScale / info.step)
    rows[at + 6] = dashes.reduce((sum, length) => sum + length, 0)
    rows[at + 7] = dashes.length
    rows.set(dashes, at + 8)
  })
  return rows
}

/** Resolves a colour on a paper to 0xRRGGBB. */
export function resolveColor(color: Exclude<SheetColor, 'layer'> | 'layer', paper: SheetPaper): number {
  if (color === 'background') return papers[paper].paper
  return typeof color === 'number' ? color : papers[paper].stroke
}

/** Computes alternating dashes and gaps, beginning with a dash; empty for continuous lines. */
export function computeDashes(lineType: SheetLineType | undefined, scale: number): number[] {
  const pattern = lineType?.pattern ?? []
  if (pattern.length < 2) return []
  const dashes: number[] = []
  for (const element of pattern) {
    const isDash = element >= 0
    const isNext = isDash === (dashes.length % 2 === 0)
    if (isNext) dashes.push(Math.abs(element) * scale)
    else if (dashes.length === 0) dashes.push(0, Math.abs(element) * scale)
    else dashes[dashes.length - 1] += Math.abs(element) * scale
  }
  if (dashes.length % 2 === 1) dashes.push(0)
  return dashes.length > maxDashes || dashes.every((length) => length === 0) ? [] : dashes
}
