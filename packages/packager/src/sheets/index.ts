export {
  type LinePaint,
  type Paint,
  type PaintedText,
  paintSheet,
  printedPainting,
  type SheetCanvas,
  type SheetDrawing,
} from './paint-sheet.js'
export type { Face, GlyphFaces } from './glyphs/glyph-shapes.js'
export { composeDrawing, createSheet, type ComposedDrawing } from './sheet-drawing.js'
export { pageOfSheet, type SheetPage } from './sheet-page.js'
