import { composeDrawing, type GlyphFaces, type SheetDrawing } from '@kamar/packager/sheets'
import type { PageSource } from '@kamar/exporters/pages'
import { toMonochrome } from './monochrome.js'
import { drawNorthArrow, type North, northArrowInset } from './north-arrow.js'
import { PageDrafter } from './page-drafter.js'
import { computePageAreas, computePaperSize, type PageBox, type PageSetup, type PaperSize } from './page-setup.js'
import { type DrawingScale, drawTitleBlock, type TitleFields } from './title-block.js'

/** What a page shows. */
export interface PageContent {
  readonly name: string
  /** Creates the sheet, with those that its viewports show. */
  createSource(): PageSource
  /** Content in sheet units: left, bottom, right, top. */
  readonly box: PageBox
  /** Real millimetres of one sheet unit; of paper sheets, millimetres on their own paper. */
  readonly millimetresPerUnit: number
  /** Size of a paper sheet; null for models and model spaces, which have none. */
  readonly own: PaperSize | null
  readonly north: North | null
}

/** A page to be composed. */
export interface PageRequest {
  readonly content: PageContent
  readonly setup: PageSetup
  /** Denominator of the scale. */
  readonly scale: number
  /** Point of the content at the centre of its area, sheet units. */
  readonly center: readonly [number, number]
  readonly fields: TitleFields
  readonly barUnit: 'metre' | 'foot'
  /** Parts to be drawn; both by default. A preview composes them one by one. */
  readonly parts?: { readonly content: boolean; readonly frame: boolean }
}

/** Composes a page: the content through a viewport at its scale, with frame and title block. */
export function composePage(request: PageRequest, faces: GlyphFaces): PageSource {
  const { content, setup, parts = { content: true, frame: true } } = request
  const { own } = content
  const source = content.createSource()
  const paper = computePaperSize(setup, own)
  const areas = computePageAreas(setup, own)
  const page = new PageDrafter(content.name, paper)
  if (parts.content) addViewport(page, request, { area: areas.drawing, shows: source.number })
  if (parts.frame && areas.frame !== null && areas.title !== null) {
    page.box(areas.frame, 0.7)
    const scale: DrawingScale = own === null ? { denominator: request.scale, unit: request.barUnit } : null
    drawTitleBlock(page, areas.title, { fields: request.fields, scale })
    const [, , right, top] = areas.drawing
    if (content.north !== null) drawNorthArrow(page, right - northArrowInset, top - northArrowInset, content.north)
  }
  // Sheets that no page shows have not been read: `map` leaves their numbers empty.
  const drawings = source.drawings.map((drawing) => {
    const plotted = own === null ? drawing : scaleWeights(drawing, 1 / request.scale)
    return setup.isMonochrome ? toMonochrome(plotted) : plotted
  })
  const number = drawings.length
  drawings.push(composeDrawing(page.sheet, faces))
  return { drawings, number }
}

function addViewport(
  page: PageDrafter,
  { content, scale, center }: PageRequest,
  { area, shows }: { readonly area: PageBox; readonly shows: number },
): void {
  const [left, bottom, right, top] = area
  const factor = content.millimetresPerUnit / scale
  const [x, y] = [(left + right) / 2 - center[0] * factor, (bottom + top) / 2 - center[1] * factor]
  page.sheet.addViewport({
    entity: page.entity,
    shows,
    matrix: [factor, 0, 0, factor, x, y],
    millimetresPerUnit: content.millimetresPerUnit,
    clip: [Float64Array.of(left, bottom, right, bottom, right, top, left, top)],
    frozenLayers: [],
    lineTypeScale: 1,
  })
}

/** Scales line widths with a paper sheet, as a copier does. */
function scaleWeights(drawing: SheetDrawing, factor: number): SheetDrawing {
  if (factor === 1) return drawing
  const scaleWeight = (weight: number): number => weight * factor
  const { layers, styles } = drawing.info
  const info = {
    ...drawing.info,
    layers: layers.map((layer) => ({ ...layer, lineWeightMillimetres: scaleWeight(layer.lineWeightMillimetres) })),
    styles: styles.map((style) => ({
      ...style,
      lineWeightMillimetres:
        style.lineWeightMillimetres === 'layer' ? ('layer' as const) : scaleWeight(style.lineWeightMillimetres),
    })),
  }
  return { ...drawing, info }
}
