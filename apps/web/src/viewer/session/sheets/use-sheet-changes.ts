import type {
  SheetFrame,
  SheetLayerState,
  SheetMarkup,
  SheetMarkupDrawing,
  SheetView,
  SheetViewState,
} from '@kamar/viewer'
import { useEffect, useState } from 'react'

/** How a sheet is displayed. */
interface SheetDisplay {
  readonly hiddenLayers: readonly string[]
  readonly measurements: SheetViewState['measurements']
  readonly areMeasurementsVisible: boolean
  /** Null without markup. */
  readonly markup: SheetMarkupDrawing | null
  readonly isMarkupVisible: boolean
  /** The user's paper and line widths; null for those of theme and sheet. */
  readonly paper: boolean | null
  readonly weights: boolean | null
  readonly frame: SheetFrame | 'all'
}

/** What the user changed of how a sheet is displayed, and how to end it. */
export interface SheetChanges {
  /** Number of layers that are shown or hidden unlike in the file. */
  readonly layerCount: number
  readonly hasOwnPaper: boolean
  readonly hasOwnWeights: boolean
  readonly areMeasurementsVisible: boolean
  /** Number of shapes drawn on the sheet. */
  readonly shapeCount: number
  readonly isMarkupVisible: boolean
  readonly setMeasurementsVisible: (areVisible: boolean) => void
  readonly setMarkupVisible: (isVisible: boolean) => void
  /** Changes the display, as one step of the sheet's history. */
  readonly change: (part: Partial<SheetDisplay>) => void
  readonly resetLayers: () => void
  /** Displays the sheet as it was opened; measurements and markup are hidden, because they are work. */
  readonly reset: () => void
}

interface SheetChangesSource {
  readonly layers: readonly SheetLayerState[]
  readonly areMeasurementsVisible: boolean
  readonly markup: SheetMarkup | null
  readonly ownPaper: boolean | null
  readonly ownWeights: boolean | null
  readonly setDark: (isDark: boolean | null) => void
  readonly setWeights: (hasWeights: boolean | null) => void
}

/** Provides what the user changed of a view of sheets. */
export function useSheetChanges(view: SheetView | null, source: SheetChangesSource): SheetChanges {
  const { areMeasurementsVisible, layers, markup, ownPaper, ownWeights } = source
  const { shapeCount, isVisible: isMarkupVisible } = useMarkupState(markup)
  const hiddenByDefault = layers.filter(({ isShownByDefault }) => !isShownByDefault).map(({ name }) => name)
  const change = (part: Partial<SheetDisplay>): void => {
    if (!view) return
    const before = captureDisplay(view, source)
    const undone = Object.fromEntries(Object.keys(part).map((key) => [key, before[key as keyof SheetDisplay]]))
    const show = (display: Partial<SheetDisplay>) => (): void => showDisplay(view, display, source)
    view.history.push({ undo: show(undone), redo: show(part) })
    show(part)()
  }
  return {
    layerCount: layers.filter(({ isShown, isShownByDefault }) => isShown !== isShownByDefault).length,
    hasOwnPaper: ownPaper !== null,
    hasOwnWeights: ownWeights !== null,
    areMeasurementsVisible,
    shapeCount,
    isMarkupVisible,
    setMeasurementsVisible: (areVisible) => view && showDisplay(view, { areMeasurementsVisible: areVisible }, source),
    setMarkupVisible: (isVisible) => view && showDisplay(view, { isMarkupVisible: isVisible }, source),
    change,
    resetLayers: () => change({ hiddenLayers: hiddenByDefault }),
    reset: () =>
      change({
        hiddenLayers: hiddenByDefault,
        areMeasurementsVisible: false,
        isMarkupVisible: false,
        paper: null,
        weights: null,
        frame: 'all',
      }),
  }
}

/** Follows the number of shapes on the open sheet, and whether they are visible. */
function useMarkupState(markup: SheetMarkup | null) {
  const [, setChanges] = useState(0)
  useEffect(() => markup?.on('changed', () => setChanges((count) => count + 1)), [markup])
  return { shapeCount: markup?.shapes.length ?? 0, isVisible: markup?.isVisible ?? true }
}

function captureDisplay(view: SheetView, source: SheetChangesSource): Partial<SheetDisplay> {
  const { areMeasurementsVisible, markup, ownPaper, ownWeights } = source
  const { hiddenLayers = [], measurements = [], ...state } = view.capture() ?? {}
  return {
    hiddenLayers,
    measurements,
    areMeasurementsVisible,
    markup: markup?.drawing ?? null,
    isMarkupVisible: markup?.isVisible ?? true,
    paper: ownPaper,
    weights: ownWeights,
    ...('center' in state ? { frame: state } : {}),
  }
}

/** Displays the stated parts; the others stay. */
function showDisplay(view: SheetView, display: Partial<SheetDisplay>, source: SheetChangesSource): void {
  const { areMeasurementsVisible, frame, hiddenLayers, isMarkupVisible, measurements, paper, weights } = display
  const current = view.capture()
  if (current && (hiddenLayers || measurements))
    view.restore({
      ...current,
      hiddenLayers: hiddenLayers ?? current.hiddenLayers,
      measurements: measurements ?? current.measurements,
    })
  if (areMeasurementsVisible !== undefined) view.measuring.setVisible(areMeasurementsVisible)
  if (display.markup !== undefined) showMarkup(source.markup, display.markup)
  if (isMarkupVisible !== undefined) source.markup?.setVisible(isMarkupVisible)
  if (paper !== undefined) source.setDark(paper)
  if (weights !== undefined) source.setWeights(weights)
  if (frame === 'all') view.fit()
  else if (frame) view.showFrame(frame)
  view.invalidate()
}

function showMarkup(markup: SheetMarkup | null, drawing: SheetMarkupDrawing | null): void {
  if (drawing) markup?.show(drawing)
  else markup?.clear()
}
