export {
  createSheetComparison,
  createSheetView,
  preloadSheetView,
  readSheetEntitySets,
  readSheetTexts,
} from './lazy-sheets.js'
export type * from './compare/compare-api.js'
export type { SheetComparisonView } from './compare/sheet-comparison-view.js'
export type { SheetView } from './sheet-view.js'
export type * from './sheet-api.js'
