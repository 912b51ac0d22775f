import { type PropertySetId, type SheetMatrix, throwIfCancelled } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { nextTurn } from '@kamar/codecs/part21'
import type { PartArchive } from '@kamar/codecs/zip'
import type { PartReference, Section } from './package.js'
import { PagePen } from './page-pen.js'
import { millimetresOfPaper, type PageTools, type WrittenPage } from './write-w2d-page.js'
import { attribute, parseXml } from '@kamar/codecs/xml'
import { FixedPageDrawing } from './xps/fixed-page.js'
import { readW2x, type W2xState } from './xps/w2x.js'

const pixelsPerInch = 96
const extensionRole = '2d graphics extension'

/** A fixed page and its package context. */
export interface FixedPage {
  readonly archive: PartArchive
  readonly part: string
  readonly section: Section | null
  readonly reference?: PartReference
  readonly name: string
  readonly properties: readonly PropertySetId[]
}

/** Draws a fixed page as a sheet. */
export async function writeFixedPage(page: FixedPage, tools: PageTools): Promise<WrittenPage> {
  const { archive, part, section } = page
  const { context, skipped, budget } = tools
  const bytes = await archive.read(part)
  const root = bytes && parseXml(bytes)
  if (!root || root.name !== 'FixedPage') {
    skipped.add('sheet', archive.has(part) ? 'damaged' : 'missing', { elements: [page.name] })
    return { entities: 0, isCut: false }
  }
  const unit = section?.paper?.unit ?? 'mm'
  const pixel = 25.4 / pixelsPerInch / millimetresOfPaper[unit]
  const [width, height] = [Number(attribute(root, 'Width')) * pixel, Number(attribute(root, 'Height')) * pixel]
  const paper = width > 0 && height > 0 && width < 1e6 && height < 1e6 ? { width, height } : { width: 210, height: 297 }
  const sheet = context.scene.addSheet({
    name: cleanName(page.name),
    kind: 'page',
    millimetresPerUnit: millimetresOfPaper[unit],
    unitName: unit,
    paper: { min: [0, 0], max: [paper.width, paper.height] },
  })
  const pen = new PagePen({ sheet, skipped, budget })
  const states = await readStates(archive, section)
  const drawing = new FixedPageDrawing({ archive, part, pen, context, skipped, states })
  // Page rows run down, sheet rows up.
  const matrix: SheetMatrix = [pixel, 0, 0, -pixel, 0, paper.height]
  for await (const done of drawing.draw(root, matrix)) {
    tools.progress(1 - 1 / (1 + done / 2000))
    await nextTurn()
    throwIfCancelled(context.signal)
  }
  return { entities: pen.entities, isCut: false }
}

async function readStates(archive: PartArchive, section: Section | null): Promise<ReadonlyMap<string, W2xState>> {
  const extension = section?.parts.find(({ role }) => role === extensionRole)
  const bytes = extension ? await archive.read(extension.href) : null
  const root = bytes && parseXml(bytes)
  return root ? readW2x(root) : new Map()
}
