export { type DxfDrawing, type DxfSource, writeDrawing } from './dxf/dxf-drawing.js'
export { createSvg, type SvgChoice } from './kit/pages/create-svg.js'
export { type ExportGlyph, getGlyphShape, type GlyphShape } from './kit/pages/glyphs.js'
export {
  minLineMillimetres,
  PageCanvas,
  type PageGlyphs,
  type PageGradient,
  type PageMeasure,
  type PageOutput,
  type PagePaint,
  type PagePath,
  type SearchableText,
} from './kit/pages/page-canvas.js'
export { listSheetImages, type PageSource, type SheetFiles, SheetReader } from './kit/pages/read-sheets.js'
export type { SvgImage } from './kit/pages/svg-output.js'
export { type PdfDocument, writeDocument } from './pdf/pdf-document.js'
