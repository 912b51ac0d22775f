import type { SheetInfo, SheetRectangle } from '@kamar/package-format'

/** Page rectangle of a sheet, in sheet units, and its size on paper. */
export interface SheetPage extends SheetRectangle {
  readonly millimetresPerUnit: number
}

/** Margin around content without paper, as a fraction of its sides. */
const margin = 0.03
/** A model has no paper: it is sized as an A3 sheet. */
const modelPaperMillimetres = { long: 420, short: 297 } as const

/** Returns the page of a sheet: its paper, or its content with a margin. */
export function pageOfSheet(info: SheetInfo): SheetPage {
  const { min, max } = info.core
  const space = 1 + (info.paper === null ? margin : 0) * 2
  const width = Math.max(max[0] - min[0], (max[1] - min[1]) / 100, 1e-9) * space
  const height = Math.max(max[1] - min[1], (max[0] - min[0]) / 100, 1e-9) * space
  const center = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2] as const
  const { long, short } = modelPaperMillimetres
  const fit = Math.min(long / Math.max(width, height), short / Math.min(width, height))
  return {
    min: [center[0] - width / 2, center[1] - height / 2],
    max: [center[0] + width / 2, center[1] + height / 2],
    millimetresPerUnit: info.kind === 'model' ? fit : info.millimetresPerUnit,
  }
}
