import { collaborationLimits, type Draft, type ViewpointForm } from '@kamar/contracts'
import { isFields } from '../../kit/viewpoints/tool-coordinates.js'

/** Views of a draft: for each canvas one for each drawing, the first with all measurements of the canvas. */
export type DraftViews = Draft['views']

/** Extension of the engine with the measurements of a model. */
export const measureId = 'kamar.measure'
/** Extension of the engine with the drawing over a model. */
export const markupId = 'kamar.markup'

/** What a draft contains. */
export interface DraftCounts {
  readonly measurements: number
  readonly drawings: number
}

function getMeasurements({ extensions, sheet }: ViewpointForm): readonly unknown[] {
  if (sheet) return sheet.measurements
  const state = extensions?.[measureId]
  const list = isFields(state) ? state['measurements'] : undefined
  return Array.isArray(list) ? list : []
}

type SheetMeasurements = NonNullable<ViewpointForm['sheet']>['measurements']

function withMeasurements(view: ViewpointForm, measurements: readonly unknown[]): ViewpointForm {
  if (view.sheet) return { ...view, sheet: { ...view.sheet, measurements: [...measurements] as SheetMeasurements } }
  return { ...view, extensions: measurements.length === 0 ? {} : { [measureId]: { measurements: [...measurements] } } }
}

const withoutMeasurements = (view: ViewpointForm): ViewpointForm => withMeasurements(view, [])

/** Returns whether a view has a drawing. */
export const hasShapes = ({ markup }: ViewpointForm): boolean => (markup?.shapes.length ?? 0) > 0

/** Returns whether a view has anything that a draft stores. */
export const hasContent = (view: ViewpointForm): boolean => hasShapes(view) || getMeasurements(view).length > 0

/** Counts the measurements and drawings of a draft. */
export const countDraft = (views: DraftViews): DraftCounts => ({
  measurements: views.reduce((sum, view) => sum + getMeasurements(view).length, 0),
  drawings: views.filter(hasShapes).length,
})

const decimals = 6

/** Sorts keys, whose order a database does not keep, and rounds numbers, which the conversion of coordinates alters. */
function toComparable(_key: string, value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toFixed(decimals)) || 0
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Returns a text that is equal for equal measurements and drawings, whatever the camera. */
export const toContent = (views: DraftViews): string =>
  JSON.stringify(
    views.filter(hasContent).map((view) => [getMeasurements(view), view.markup?.shapes ?? []]),
    toComparable,
  )

/** Measurements of a model have an id; those of a sheet are their points. */
const getIdentity = (measurement: unknown): unknown =>
  isFields(measurement) && 'id' in measurement ? measurement['id'] : JSON.stringify(measurement)

/** Adds views of the same canvas to what is on the screen: all measurements, and their drawings after that one. */
export function joinDrafts(views: DraftViews, added: DraftViews): DraftViews {
  const measurements = new Map(
    [...added, ...views].flatMap(getMeasurements).map((one) => [getIdentity(one), one] as const),
  )
  const joined = [...views, ...added.filter(hasShapes)]
  const [first = added[0], ...others] = joined
  if (!first) return []
  return [withMeasurements(first, [...measurements.values()]), ...others.map(withoutMeasurements)]
}

/** Returns what remains of the views of a canvas without the drawing that is on the screen with all measurements. */
export function getOtherDrawings(views: DraftViews, drawing: number): DraftViews {
  return views
    .filter(hasShapes)
    .filter((_, index) => index !== drawing)
    .map(withoutMeasurements)
}

/** Replaces the views of a canvas in a draft, which holds no more views than the server accepts. */
export function replaceViews(all: DraftViews, owns: (view: ViewpointForm) => boolean, views: DraftViews): DraftViews {
  return [...all.filter((view) => !owns(view)), ...views].slice(-collaborationLimits.viewsPerDraft)
}
