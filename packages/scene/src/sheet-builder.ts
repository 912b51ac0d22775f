import type { PropertySetId } from './scene-builder.js'
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
 * What a reader pushes a sheet into. Everything is in sheet units, y up, float64, where the source has it: origin, extents
 * and quantisation are the builder's. What is pushed later is drawn over what was pushed before, within the draw order of
 * entities. Coordinates that are no finite numbers are a `RangeError`; the reader drops and counts them.
 */
export interface SheetBuilder {
  /** In the order of the `addSheet` calls, from 0. */
  readonly number: number
  addLineType(lineType: SheetLineTypeInput): SheetLineTypeId
  addLayer(layer: SheetLayerInput): SheetLayerId
  /** Equal styles get one id. */
  addStyle(style: SheetStyleInput): SheetStyleId
  /** Equal fonts get one id. */
  addFont(font: SheetFontInput): SheetFontId
  addEntity(entity: SheetEntityInput): SheetEntityId
  /** Rows of the inspector, from `SceneBuilder.addPropertySet`. */
  assignPropertySets(entity: SheetEntityId, sets: readonly PropertySetId[]): void
  addPolyline(polyline: SheetPolylineInput): void
  addFill(fill: SheetFillInput): void
  addText(text: SheetTextInput): void
  addImage(image: SheetImageInput): void
  addViewport(viewport: SheetViewportInput): void
}
