import {
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetTexts,
  encodeSheetFills,
  encodeSheetLines,
  encodeSheetTexts,
  type SheetEntities,
} from '@kamar/package-format'
import { readerLimits, type SheetInput } from '@kamar/core'
import { PropertyStore } from '../stores/property-store.js'
import { addLineExtents, composePolylines, composeSheet } from './compose-sheet.js'
import type { GlyphFaces } from './glyphs/glyph-shapes.js'
import type { SheetDrawing } from './paint-sheet.js'
import { ExtentCollector } from './sheet-extents.js'
import { getSheetEntities } from './sheet-entities.js'
import { createSheetInfo } from './sheet-info.js'
import { SheetStore } from './sheet-store.js'

/** A sheet in memory with its entities, equal to one that is read from a package. */
export interface ComposedDrawing extends SheetDrawing {
  readonly entities: SheetEntities
}

/** Creates an empty sheet without images, for a drawing that is not stored in a package. */
export const createSheet = (input: SheetInput): SheetStore =>
  new SheetStore(0, input, { limits: readerLimits, countImages: () => 0, properties: new PropertyStore() })

/** Composes a sheet without writing its files. */
export function composeDrawing(store: SheetStore, faces: GlyphFaces): ComposedDrawing {
  const parts = [...store.polylines.coordinates.list()]
  const collector = new ExtentCollector()
  for (const part of parts) addLineExtents(collector, store, part)
  const composed = composeSheet(store, { faces, collector })
  const info = createSheetInfo(store, composed, {
    lineFiles: [],
    fillFile: null,
    textFile: null,
    entityFile: '',
    propertyFiles: [],
    getImagePath: () => '',
  })
  return {
    info,
    lines:
      composed === null
        ? []
        : parts.map((part) =>
            decodeSheetLines(encodeSheetLines(composePolylines(store, composed, part), composed.grid), info),
          ),
    fills: composed === null ? null : decodeSheetFills(encodeSheetFills(composed.areas, composed.grid), info),
    texts: composed === null ? null : decodeSheetTexts(encodeSheetTexts(composed.texts), info),
    entities: getSheetEntities(store),
  }
}
