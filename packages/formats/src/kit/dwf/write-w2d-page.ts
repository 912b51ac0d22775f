import { type PropertySetId, type ReadContext, type SheetMatrix, throwIfCancelled } from '@kamar/core'
import { cleanName, decodeText } from '@kamar/codecs/text'
import { nextTurn } from '@kamar/codecs/part21'
import { getTransform, type PartReference, type Section } from './package.js'
import { PagePen, type PenBudget } from './page-pen.js'
import type { SkipList } from '../report.js'
import { readAsciiRecord } from './w2d/ascii-records.js'
import { readBinaryRecord } from './w2d/binary-records.js'
import { type RecordReaders, W2dMachine } from './w2d/machine.js'
import { singleBytes } from './w2d/single-bytes.js'

const readers: RecordReaders = { readAscii: readAsciiRecord, readBinary: readBinaryRecord, singleBytes }

/** Millimetres per unit of paper size. */
export const millimetresOfPaper = { mm: 1, in: 25.4 } as const

/** Dependencies for writing pages. */
export interface PageTools {
  readonly context: ReadContext
  readonly skipped: SkipList
  readonly budget: PenBudget
  /** Reports the completed fraction of the page, 0 to 1. */
  readonly progress: (fraction: number) => void
}

/** A W2D stream and the page it is drawn on. */
export interface W2dPage {
  readonly bytes: Uint8Array
  readonly section: Section | null
  readonly part: PartReference | null
  readonly name: string
  readonly properties: readonly PropertySetId[]
}

/** Result of a page. */
export interface WrittenPage {
  readonly entities: number
  readonly isCut: boolean
}

/** Draws a W2D stream as a sheet. */
export async function writeW2dPage(page: W2dPage, tools: PageTools): Promise<WrittenPage> {
  const { context, skipped, budget } = tools
  const paper = page.section?.paper ?? null
  const unit = paper?.unit ?? 'in'
  const millimetres = millimetresOfPaper[unit]
  const sheet = context.scene.addSheet({
    name: cleanName(page.name),
    kind: 'page',
    millimetresPerUnit: millimetres,
    unitName: unit,
    ...(paper ? { paper: { min: [0, 0], max: [paper.width, paper.height] } } : {}),
  })
  const pen = new PagePen({ sheet, skipped, budget })
  const matrix = toSheetMatrix(page.part)
  const machine = new W2dMachine(
    page.bytes,
    { pen, context, skipped, matrix, millimetres },
    { decode: decodeText, readers },
  )
  const run = machine.run()
  for (;;) {
    const step = run.next()
    if (step.done) {
      if (step.value !== 'whole')
        skipped.add('W2D', step.value === 'cut' ? 'file-ends-early' : 'damaged', { elements: [page.name] })
      return { entities: pen.entities, isCut: step.value === 'cut' }
    }
    tools.progress(step.value)
    await nextTurn()
    throwIfCancelled(context.signal)
  }
}

/** Converts rows of a 4×4 matrix, the last one the translation. Without one a stream has 400 dots per inch. */
function toSheetMatrix(part: PartReference | null): SheetMatrix {
  if (!part) return [1 / 400, 0, 0, 1 / 400, 0, 0]
  const rows = getTransform(part)
  return [rows[0], rows[1], rows[4], rows[5], rows[12], rows[13]]
}
