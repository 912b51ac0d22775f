// Written by scripts/index.mjs (npm run index). Do not edit.
import { tool as toolPage } from '../tools/page/tool.js'
import { tool as toolHistory } from '../tools/history/tool.js'
import { tool as toolScreenshot } from '../tools/screenshot/tool.js'
import { tool as toolTree } from '../tools/tree/tool.js'
import { tool as toolSearch } from '../tools/search/tool.js'
import { tool as toolFilter } from '../tools/filter/tool.js'
import { tool as toolColors } from '../tools/colors/tool.js'
import { tool as toolViews } from '../tools/views/tool.js'
import { tool as toolDrafts } from '../tools/drafts/tool.js'
import { tool as toolNavigation } from '../tools/navigation/tool.js'
import { tool as toolSheetList } from '../tools/sheet-list/tool.js'
import { tool as toolProperties } from '../tools/properties/tool.js'
import { tool as toolCamera } from '../tools/camera/tool.js'
import { tool as toolExplode } from '../tools/explode/tool.js'
import { tool as toolElements } from '../tools/elements/tool.js'
import { tool as toolSection } from '../tools/section/tool.js'
import { tool as toolEffects } from '../tools/effects/tool.js'
import { tool as toolPaper } from '../tools/paper/tool.js'
import { tool as toolPrint } from '../tools/print/tool.js'
import { tool as toolDownload } from '../tools/download/tool.js'
import { tool as toolMeasure } from '../tools/measure/tool.js'

/** The tools that guests of a secret link may use; their page loads no others. */
export const guestTools = [
  toolPage,
  toolHistory,
  toolScreenshot,
  toolTree,
  toolSearch,
  toolFilter,
  toolColors,
  toolViews,
  toolDrafts,
  toolNavigation,
  toolSheetList,
  toolProperties,
  toolCamera,
  toolExplode,
  toolElements,
  toolSection,
  toolEffects,
  toolPaper,
  toolPrint,
  toolDownload,
  toolMeasure,
] as const
