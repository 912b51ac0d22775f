import { listSheetImages, minLineMillimetres, PageCanvas, type PageSource } from '@kamar/exporters/pages'
import { pageOfSheet, paintSheet, printedPainting } from '@kamar/packager/sheets'
import { PrintError } from '../print-error.js'
import { CanvasOutput } from './canvas-output.js'

/** Reads an image of the package; null if it is unreadable. */
export type ReadImage = (path: string) => Promise<ImageBitmap | null>

/** How a page is painted. */
export interface PagePainting {
  readonly pixelsPerMillimetre: number
  /** Colour behind the page; null: none. */
  readonly background: string | null
  readonly readImage: ReadImage
}

/** Paints a page on a new canvas. */
export async function paintPage(
  { drawings, number }: PageSource,
  { pixelsPerMillimetre, background, readImage }: PagePainting,
): Promise<HTMLCanvasElement> {
  const info = drawings[number]?.info
  if (info === undefined) throw new PrintError('document-closed', 'page')
  const page = pageOfSheet(info)
  const toPixels = (units: number): number =>
    Math.max(1, Math.round(units * page.millimetresPerUnit * pixelsPerMillimetre))
  const [width, height] = [toPixels(page.max[0] - page.min[0]), toPixels(page.max[1] - page.min[1])]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null) throw new PrintError('image-too-large')
  if (background !== null) {
    context.fillStyle = background
    context.fillRect(0, 0, width, height)
  }
  const images = new Map<string, ImageBitmap>()
  for (const path of listSheetImages(drawings, number)) {
    const image = await readImage(path)
    if (image !== null) images.set(path, image)
  }
  const measure = {
    unitsPerMillimetre: pixelsPerMillimetre,
    isDownwards: true,
    minMillimetres: Math.max(minLineMillimetres, 0.7 / pixelsPerMillimetre),
  }
  const pageCanvas = new PageCanvas(page, measure, new CanvasOutput(context, images))
  paintSheet(drawings, number, { canvas: pageCanvas, painting: printedPainting })
  pageCanvas.flush()
  return canvas
}
