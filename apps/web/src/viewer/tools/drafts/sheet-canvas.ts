import type { SheetMarkup, SheetView } from '@kamar/viewer'
import { toShapes } from '../../kit/viewpoints/markup-mapping.js'
import { captureSheetForm, type DisplayedSheet, findSheet } from '../../kit/viewpoints/sheet-viewpoints.js'
import type { CanvasListener, DraftCanvas, ShownDrawing } from './draft-canvas.js'
import { type DraftViews, hasContent, hasShapes } from './draft-content.js'

interface SheetOptions {
  readonly view: SheetView
  /** Index of the sheet. */
  readonly sheet: number
  /** Returns the displayed sheet with its current state. */
  readonly getDisplayed: () => DisplayedSheet
}

/** Creates the canvas of an open sheet. */
export function createSheetCanvas({ getDisplayed, sheet, view }: SheetOptions): DraftCanvas {
  // The session names the markup only after its next rendering.
  let loaded: SheetMarkup | null = null
  return {
    canvas: sheet,
    owns: ({ sheet: stored }) => stored !== undefined && findSheet(getDisplayed().drawing.sheets, stored) === sheet,
    capture() {
      if (view.openSheet !== sheet) return undefined
      const { drawing, shownSheet } = getDisplayed()
      const form = captureSheetForm({
        drawing,
        shownSheet: { ...shownSheet, view, markup: shownSheet.markup ?? loaded },
      })
      return form === null ? undefined : [form].filter(hasContent)
    },
    async restore(views, choice) {
      const stored = views.filter(hasShapes)[choice.drawing]?.markup
      const { markup, loadMarkup } = getDisplayed().shownSheet
      // Without a drawing the code of the markup is not needed.
      loaded = stored ? await loadMarkup() : (markup ?? loaded)
      if (view.openSheet === sheet) show({ view, sheet, markup: loaded }, views, choice)
    },
    follow: ({ changed }: CanvasListener) => view.on('measured', changed),
  }
}

interface SheetTarget {
  readonly view: SheetView
  readonly sheet: number
  readonly markup: SheetMarkup | null
}

function show({ markup, sheet, view }: SheetTarget, views: DraftViews, { drawing, movesCamera }: ShownDrawing) {
  const measurements = views[0]?.sheet?.measurements ?? []
  const target = views.filter(hasShapes)[drawing]
  const frame = (target ?? views[0])?.sheet
  const state = view.capture()
  if (movesCamera && state && frame) {
    const { aspectRatio, center, heightUnits } = frame
    view.restore({ ...state, aspectRatio, center, heightUnits, measurements })
  } else view.restoreMeasurements(measurements)
  if (target?.sheet && target.markup) {
    markup?.show({ sheet, frame: target.sheet.markupFrame ?? target.sheet, shapes: toShapes(target.markup.shapes) })
  } else markup?.clearSheet(sheet)
}
