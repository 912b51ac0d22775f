import { saveFile } from '../../../platform/files/download/save-file.js'
import type { LoadedItem } from './load-item.js'
import { resolvePage } from './print-setup.js'
import type { PrintItem } from './print-items.js'
import { listPageLoaders, type PrintDocument } from './use-print.js'
import { type PrintFormat, writeDxf, writePdf, writePng, writeSvg } from './output/write-files.js'

/** Pages to be saved. */
export interface PageSelection {
  readonly items: readonly PrintItem[]
  readonly centers: Readonly<Record<string, readonly [number, number] | undefined>>
  /** Name of the document. */
  readonly title: string
}

const forbidden = /[<>:"/\\|?*\p{Cc}]/gu

/** Returns the name of a file: of the document, and of its page. */
export const formatFileName = (title: string, page: string | null, extension: string): string => {
  const stem = title.replace(/\.[^.]*$/, '') || 'kamar'
  const name = page === null ? stem : `${stem} - ${page}`
  return `${name.replaceAll(forbidden, '_')}.${extension}`
}

/** Writes the pages as one PDF. */
export function createPdf(print: PrintDocument, { items, centers, title }: PageSelection): Promise<Blob> {
  const pages = listPageLoaders(print, items, centers)
  return writePdf(pages, { title, readFile: print.readFile, onFraction: () => undefined })
}

/** Saves the pages: one PDF of all, or a file for each page. */
export async function savePages(print: PrintDocument, format: PrintFormat, selection: PageSelection): Promise<void> {
  const { items, centers, title } = selection
  const [first] = items
  if (format === 'pdf' && first) {
    const page = items.length === 1 ? print.getName(first) : null
    return saveFile(await createPdf(print, selection), formatFileName(title, page, format))
  }
  const loaders = listPageLoaders(print, items, centers)
  for (const [at, item] of items.entries()) {
    const name = print.getName(item)
    const page = loaders[at]
    const file =
      format === 'dxf'
        ? createDxf(print, name, await print.load(item))
        : format === 'svg'
          ? page && (await writeSvg(await page(), print.readFile))
          : page && (await writePng(await page(), print.readFile))
    if (file) saveFile(file, formatFileName(title, name, format))
  }
}

function createDxf({ setup, isImperial }: PrintDocument, name: string, loaded: LoadedItem): Blob | null {
  const { scale } = resolvePage(loaded, setup, isImperial)
  const plan = loaded.createPlan({ scale, isHatched: setup.isHatched, hasSpaces: setup.hasSpaces })
  return plan && writeDxf(name, plan)
}
