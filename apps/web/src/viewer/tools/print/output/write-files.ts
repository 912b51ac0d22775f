import { createSvg, type PageSource, type SvgImage, writeDocument, writeDrawing } from '@kamar/exporters/pages'
import { pageOfSheet, type ComposedDrawing } from '@kamar/packager/sheets'
import { PrintError } from '../print-error.js'
import { paintPage, type ReadImage } from './paint-page.js'

/** Formats in which pages are saved. */
export const printFormats = ['pdf', 'png', 'svg', 'dxf'] as const
/** One of the formats. */
export type PrintFormat = (typeof printFormats)[number]

/** Resolution of images, and the pixels above which it is reduced: more than browsers allow for a canvas. */
const dotsPerInch = 300
const maxPixels = 40_000_000
const millimetresPerInch = 25.4

/** Reads an image file of the package. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Writes pages as one PDF. */
export async function writePdf(
  pages: readonly (() => Promise<PageSource>)[],
  { title, readFile, onFraction }: { title: string; readFile: ReadFile; onFraction: (fraction: number) => void },
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const readImage = async (path: string) => decodePixels(await readFile(path))
  for await (const chunk of writeDocument({ title, pages, readImage, onFraction })) chunks.push(new Uint8Array(chunk))
  return new Blob(chunks, { type: 'application/pdf' })
}

/** Writes a page as SVG; its images stay WebP. */
export async function writeSvg(page: PageSource, readFile: ReadFile): Promise<Blob> {
  const readImage = async (path: string): Promise<SvgImage> => ({ bytes: await readFile(path), mimeType: 'image/webp' })
  const lines = await createSvg(page, readImage, { hasSearchableText: true })
  return new Blob([lines.join('\n')], { type: 'image/svg+xml' })
}

/** Writes a page as PNG. */
export async function writePng(page: PageSource, readFile: ReadFile): Promise<Blob> {
  const { min, max, millimetresPerUnit } = pageOfSheet(page.drawings[page.number]?.info ?? missing())
  const area = (max[0] - min[0]) * (max[1] - min[1]) * millimetresPerUnit ** 2
  const pixelsPerMillimetre = Math.min(dotsPerInch / millimetresPerInch, Math.sqrt(maxPixels / area))
  const canvas = await paintPage(page, {
    pixelsPerMillimetre,
    background: '#ffffff',
    readImage: createReader(readFile),
  })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new PrintError('image-too-large')) : resolve(blob)), 'image/png')
  })
}

/** Writes a plan as DXF in real metres. */
export function writeDxf(name: string, plan: ComposedDrawing): Blob {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const sheets = [{ name, drawing: plan, entities: plan.entities }]
  for (const chunk of writeDrawing({ sheets, listLayers: () => [], onFraction: () => undefined }))
    chunks.push(new Uint8Array(chunk))
  return new Blob(chunks, { type: 'image/vnd.dxf' })
}

/** Returns a reader of decoded images. */
export const createReader =
  (readFile: ReadFile): ReadImage =>
  async (path) =>
    decodeBitmap(await readFile(path))

const decodeBitmap = (bytes: Uint8Array): Promise<ImageBitmap | null> =>
  createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/webp' })).catch(() => null)

/** Decodes an image to pixels of red, green, blue and alpha. */
async function decodePixels(bytes: Uint8Array): Promise<{ width: number; height: number; pixels: Uint8Array } | null> {
  const bitmap = await decodeBitmap(bytes)
  if (bitmap === null) return null
  const { width, height } = bitmap
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, pixels: new Uint8Array(data.buffer) }
}

function missing(): never {
  throw new PrintError('document-closed', 'page')
}
