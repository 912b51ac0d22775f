import { paintSheet, printedPainting, pageOfSheet, type SheetPage } from '@kamar/packager/sheets'
import { minLineMillimetres, PageCanvas } from './page-canvas.js'
import { listSheetImages, type PageSource } from './read-sheets.js'
import { type SvgImage, SvgOutput, xmlText } from './svg-output.js'

/** Options of the SVG export. */
export interface SvgChoice {
  /** Whether texts can be searched and copied. */
  readonly hasSearchableText: boolean
  /** Longest side in pixels; the paper size by default. */
  readonly pixels?: number
}

/** Creates the lines of an SVG of a sheet; `readImage` gives its images by path, null for unreadable ones. */
export async function createSvg(
  { drawings, number }: PageSource,
  readImage: (path: string) => Promise<SvgImage | null>,
  choice: SvgChoice,
): Promise<string[]> {
  const { info } = drawings[number]
  const page = pageOfSheet(info)
  const images = new Map<string, SvgImage>()
  for (const path of listSheetImages(drawings, number)) {
    const image = await readImage(path)
    if (image !== null) images.set(path, image)
  }
  const output = new SvgOutput(images, choice.hasSearchableText)
  // In a raster image, lines are at least one pixel wide.
  const pixel = choice.pixels === undefined ? 0 : Math.max(...computeSides(page)) / choice.pixels
  const minWidth = Math.max(minLineMillimetres, pixel)
  const measure = { unitsPerMillimetre: 1, isDownwards: true, minMillimetres: minWidth }
  const canvas = new PageCanvas(page, measure, output)
  paintSheet(drawings, number, { canvas, painting: printedPainting })
  canvas.flush()
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${formatSize(page, choice.pixels)} font-family="sans-serif" stroke-linecap="round" stroke-linejoin="round">`,
    `<title>${xmlText(info.name)}</title>`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    '<defs>',
    ...output.definitions,
    '</defs>',
    ...output.body,
    '</svg>',
  ]
}

const computeSides = ({ min, max, millimetresPerUnit }: SheetPage): number[] =>
  [0, 1].map((axis) => (max[axis] - min[axis]) * millimetresPerUnit)

function formatSize(page: SheetPage, pixels: number | undefined): string {
  const [width, height] = computeSides(page)
  const scale = pixels === undefined ? 1 : pixels / Math.max(width, height)
  const unit = pixels === undefined ? 'mm' : ''
  const length = (value: number): number => (unit === '' ? Math.max(1, Math.round(value * scale)) : value)
  return `width="${length(width)}${unit}" height="${length(height)}${unit}" viewBox="0 0 ${width} ${height}"`
}
