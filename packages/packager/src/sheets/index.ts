export {
  type LinePaint,
  type Paint,
  type PaintedText,
  paintSheet,
  printedPainting,
  type SheetCanvas,
  type SheetDrawing,
} from './paint-sheet.js'
export { pageOfSheet, type SheetPage } from './sheet-page.js'
