import type { PropertySetId } from '../scene/placement.js'
import type { SheetFontInput, SheetTextInput } from './sheet-text.js'
import type {
  SheetEntityId,
  SheetEntityInput,
  SheetFillInput,
  SheetFontId,
  SheetImageInput,
  SheetLayerId,
  SheetLayerInput,
  SheetLineTypeId,
  SheetLineTypeInput,
  SheetPolylineInput,
  SheetStyleId,
  SheetStyleInput,
  SheetViewportInput,
} from './sheet.js'

/**
 * The interface that a reader writes a sheet to. Everything is in sheet units, y up, float64, in the source's
 * coordinates: the builder handles origin, extents and quantisation. Within the draw order of entities, later content
 * is drawn over earlier content. Non-finite coordinates throw a `RangeError`; the reader drops and counts them.
 */
export interface SheetBuilder {
  /** In the order of the `addSheet` calls, from 0. */
  readonly number: number
  addLineType(lineType: SheetLineTypeInput): SheetLineTypeId
  addLayer(layer: SheetLayerInput): SheetLayerId
  /** Adds a style; equal styles get one id. */
  addStyle(style: SheetStyleInput): SheetStyleId
  /** Adds a font; equal fonts get one id. */
  addFont(font: SheetFontInput): SheetFontId
  addEntity(entity: SheetEntityInput): SheetEntityId
  /** Assigns inspector rows, from `SceneBuilder.addPropertySet`. */
  assignPropertySets(entity: SheetEntityId, sets: readonly PropertySetId[]): void
  addPolyline(polyline: SheetPolylineInput): void
  addFill(fill: SheetFillInput): void
  addText(text: SheetTextInput): void
  addImage(image: SheetImageInput): void
  addViewport(viewport: SheetViewportInput): void
}
