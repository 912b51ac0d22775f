/** Paper sizes: short and long side, millimetres. */
export const papers = {
  a4: [210, 297],
  a3: [297, 420],
  a2: [420, 594],
  a1: [594, 841],
  a0: [841, 1189],
  'ansi-a': [215.9, 279.4],
  'ansi-b': [279.4, 431.8],
  'ansi-c': [431.8, 558.8],
  'ansi-d': [558.8, 863.6],
  'ansi-e': [863.6, 1117.6],
} as const satisfies Readonly<Record<string, readonly [number, number]>>

/** Id of a paper size; `own` is the size of the sheet itself. */
export type PaperId = keyof typeof papers | 'own'

/** Width and height, millimetres. */
export interface PaperSize {
  readonly width: number
  readonly height: number
}

/** What the dialog sets for all pages of a document. */
export interface PageSetup {
  readonly paper: PaperId
  readonly isLandscape: boolean
  /** Denominator of the scale: 100 for 1:100; for paper sheets 1 is their own size. */
  readonly scale: number | 'fit'
  /** Frame with title block. */
  readonly hasFrame: boolean
  /** Hatches in cuts, in addition to their grey. */
  readonly isHatched: boolean
  /** Names and areas of rooms on storey plans. */
  readonly hasSpaces: boolean
  /** Lines and texts in black, fills in grey. */
  readonly isMonochrome: boolean
}

/** Scales of models and model spaces. */
export const metricScales = [1, 5, 10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000] as const
/** Scales in feet and inches, with their names. */
export const imperialScales: readonly (readonly [number, string])[] = [
  [12, '1" = 1\'-0"'],
  [24, '1/2" = 1\'-0"'],
  [48, '1/4" = 1\'-0"'],
  [96, '1/8" = 1\'-0"'],
  [192, '1/16" = 1\'-0"'],
  [384, '1/32" = 1\'-0"'],
  [240, '1" = 20\'-0"'],
  [480, '1" = 40\'-0"'],
]
/** Reductions of paper sheets, which have scales of their own. */
export const paperScales = [1, 2, 4] as const

/** Returns the size of the paper; `own` is the size of the sheet, if it has one. */
export function computePaperSize({ paper, isLandscape }: PageSetup, own: PaperSize | null): PaperSize {
  if (paper === 'own' && own !== null) return own
  const [short, long] = papers[paper === 'own' ? 'a3' : paper]
  return isLandscape ? { width: long, height: short } : { width: short, height: long }
}

/** Rectangle of a page: left, bottom, right, top; millimetres. */
export type PageBox = readonly [number, number, number, number]

/** Border outside the frame, and around the content of a page without one. */
const margin = 10
const plainMargin = 5

/** Parts of a page: the frame, its title block, and the area of the drawing. */
export interface PageAreas {
  /** Null without a frame. */
  readonly frame: PageBox | null
  readonly title: PageBox | null
  readonly drawing: PageBox
}

/** Computes the parts of a page. */
export function computePageAreas(setup: PageSetup, own: PaperSize | null): PageAreas {
  const { width, height } = computePaperSize(setup, own)
  if (setup.paper === 'own' && own !== null && !setup.hasFrame)
    return { frame: null, title: null, drawing: [0, 0, width, height] }
  if (!setup.hasFrame)
    return {
      frame: null,
      title: null,
      drawing: [plainMargin, plainMargin, width - plainMargin, height - plainMargin],
    }
  const frame: PageBox = [margin, margin, width - margin, height - margin]
  const titleHeight = Math.min(width, height) > 400 ? 28 : 22
  const top = margin + titleHeight
  return {
    frame,
    title: [frame[0], margin, frame[2], top],
    drawing: [frame[0], top, frame[2], frame[3]],
  }
}

/** Share of the area that fitted content leaves free. */
const fitMargin = 0.04

/** Computes the denominator at which content of this size, in real millimetres, fits an area. */
export function computeFitScale(
  [left, bottom, right, top]: PageBox,
  { width, height }: PaperSize,
  margins = fitMargin,
): number {
  const share = 1 - margins
  return Math.max(width / ((right - left) * share), height / ((top - bottom) * share), 1e-9)
}

/** Returns the largest usual scale at which content fits; the exact one when it is too large for all of them. */
export function chooseScale(fitScale: number, scales: readonly number[]): number {
  return scales.toSorted((a, b) => a - b).find((scale) => scale >= fitScale) ?? Math.ceil(fitScale)
}
