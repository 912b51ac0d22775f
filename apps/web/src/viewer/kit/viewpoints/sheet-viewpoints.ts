import {
  collaborationLimits as limits,
  type SheetReference,
  type SheetViewState as StoredSheet,
  type ViewpointForm,
} from '@kamar/contracts'
import type { ManifestSheet } from '@kamar/package-format/read'
import type { MarkupFrame } from '@kamar/viewer'
import type { Session } from '../../session/session.js'
import type { StoredSheetState } from '../../session/sheets/use-restore.js'
import { toShapes, toStoredShapes } from './markup-mapping.js'
import type { CapturedView, StoredView } from './viewpoint-mapping.js'

/** Parts of a session that a view of a sheet needs. */
export type DisplayedSheet = Pick<Session, 'drawing' | 'shownSheet'>

const copied = ([x, y]: readonly [number, number]): [number, number] => [x, y]
const copyFrame = ({ center, heightUnits }: MarkupFrame) => ({ center: copied(center), heightUnits })

/** Returns the reference to a sheet that is stored: later versions of the file may have it elsewhere. */
export function toSheetReference(sheets: readonly ManifestSheet[], index: number): SheetReference {
  return { name: (sheets[index]?.name ?? '').slice(0, limits.sheetNameCharacters), index }
}

/** Returns the index of a stored sheet: of that name, at its former index if it has the name; null if there is none. */
export function findSheet(sheets: readonly ManifestSheet[], { name, index }: SheetReference): number | null {
  const isNamed = (sheet: ManifestSheet | undefined): boolean =>
    sheet !== undefined && sheet.name.slice(0, limits.sheetNameCharacters) === name
  if (isNamed(sheets[index])) return index
  const match = sheets.findIndex(isNamed)
  return match < 0 ? null : match
}

/** Captures the displayed sheet as a viewpoint, with a mark at a point in its snapshot; null before it is drawn. */
export async function captureSheetView(
  displayed: DisplayedSheet,
  mark: readonly [number, number] | null,
): Promise<CapturedView | null> {
  const form = captureSheetForm(displayed)
  const { view } = displayed.shownSheet
  if (!form || !view) return null
  const snapshot = await view.screenshot({
    maxSidePixels: limits.snapshotSidePixels,
    type: 'image/jpeg',
    quality: 0.9,
    ...(mark ? { mark } : {}),
  })
  return { form, snapshot }
}

/** Captures the displayed sheet without a snapshot; null before it is drawn. */
export function captureSheetForm({ drawing, shownSheet }: DisplayedSheet): ViewpointForm | null {
  const { view, markup } = shownSheet
  const state = view?.capture()
  if (!state) return null
  const markupDrawing = markup?.drawing ?? null
  return {
    camera: null,
    sections: [],
    visibility: { defaultVisible: true, exceptions: [] },
    selection: [],
    colouring: [],
    sheet: {
      ...toSheetReference(drawing.sheets, state.sheet),
      ...copyFrame(state),
      aspectRatio: state.aspectRatio,
      hiddenLayers: state.hiddenLayers
        .slice(0, limits.hiddenLayersPerViewpoint)
        .map((name) => name.slice(0, limits.layerNameCharacters)),
      paper: shownSheet.isDark ? 'dark' : 'light',
      plottedWeights: shownSheet.hasWeights,
      measurements: state.measurements
        .slice(-limits.measurementsPerViewpoint)
        .map(({ kind, points }) => ({ kind, points: points.slice(0, limits.pointsPerMeasurement).map(copied) })),
      ...(markupDrawing ? { markupFrame: copyFrame(markupDrawing.frame) } : {}),
    },
    markup: { shapes: toStoredShapes(markupDrawing?.shapes ?? []), pins: [] },
  }
}

/** Shows a stored view of a sheet; resolves with false if the open version of the file has no such sheet. */
export async function showSheetView(
  { drawing, shownSheet }: DisplayedSheet,
  stored: StoredSheet,
  shapes: StoredView['markup']['shapes'],
): Promise<boolean> {
  const sheet = findSheet(drawing.sheets, stored)
  if (sheet === null) return false
  if (!drawing.isShown || drawing.number !== sheet) drawing.show('sheet', sheet)
  await shownSheet.restore(toSheetState(stored, sheet, shapes))
  return true
}

function toSheetState(stored: StoredSheet, sheet: number, shapes: StoredView['markup']['shapes']): StoredSheetState {
  const { center, heightUnits, aspectRatio, hiddenLayers, measurements } = stored
  const frame = stored.markupFrame ?? { center, heightUnits }
  return {
    view: { sheet, center, heightUnits, aspectRatio, hiddenLayers, measurements },
    isDark: stored.paper === 'dark',
    hasWeights: stored.plottedWeights,
    markup: shapes.length === 0 ? null : { sheet, frame, shapes: toShapes(shapes) },
  }
}
