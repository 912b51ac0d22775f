import {
  decodeSheetEntities,
  decodeSheetFills,
  decodeSheetLines,
  decodeSheetTexts,
  encodeSheetEntities,
  encodeSheetFills,
  encodeSheetLines,
  encodeSheetTexts,
  type SheetEntities,
} from '@kamar/package-format'
import { readerLimits, type SheetInput } from '@kamar/core'
import { PropertyStore } from '../stores/property-store.js'
import { composeSheet } from './compose-sheet.js'
import type { GlyphFaces } from './glyphs/glyph-shapes.js'
import type { SheetDrawing } from './paint-sheet.js'
import { createSheetInfo, getGrid } from './sheet-info.js'
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
  const composed = composeSheet(store, faces)
  const info = createSheetInfo(store, composed, {
    lineFiles: [],
    fillFile: null,
    textFile: null,
    entityFile: '',
    propertyFiles: [],
    getImagePath: () => '',
  })
  const { entities } = store
  const entityBytes = encodeSheetEntities({
    layer: entities.layer.view(),
    handles: entities.handles,
    types: Array.from(entities.type.view(), (type) => entities.types.values[type]),
    names: Array.from(entities.name.view(), (name) => entities.names.values[name]),
    sets: entities.handles.map(() => []),
    blockStart: [],
  })
  return {
    info,
    lines: composed === null ? [] : [decodeSheetLines(encodeSheetLines(composed.lines, getGrid(composed)), info)],
    fills: composed === null ? null : decodeSheetFills(encodeSheetFills(composed.areas, composed.grid), info),
    texts: composed === null ? null : decodeSheetTexts(encodeSheetTexts(composed.texts), info),
    entities: decodeSheetEntities(entityBytes, info.layers.length),
  }
}
