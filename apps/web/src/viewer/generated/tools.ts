// Written by scripts/index.mjs (npm run index). Do not edit.
import { tool as toolPage } from '../tools/page/tool.js'
import { tool as toolShortcuts } from '../tools/shortcuts/tool.js'
import { tool as toolHistory } from '../tools/history/tool.js'
import { tool as toolScreenshot } from '../tools/screenshot/tool.js'
import { tool as toolFiles } from '../tools/files/tool.js'
import { tool as toolFederation } from '../tools/federation/tool.js'
import { tool as toolTree } from '../tools/tree/tool.js'
import { tool as toolSearch } from '../tools/search/tool.js'
import { tool as toolFilter } from '../tools/filter/tool.js'
import { tool as toolColors } from '../tools/colors/tool.js'
import { tool as toolViews } from '../tools/views/tool.js'
import { tool as toolDrafts } from '../tools/drafts/tool.js'
import { tool as toolNewVersion } from '../tools/new-version/tool.js'
import { tool as toolComparison } from '../tools/comparison/tool.js'
import { tool as toolNavigation } from '../tools/navigation/tool.js'
import { tool as toolExtensions } from '../tools/extensions/tool.js'
import { tool as toolSheetList } from '../tools/sheet-list/tool.js'
import { tool as toolProperties } from '../tools/properties/tool.js'
import { tool as toolReport } from '../tools/report/tool.js'
import { tool as toolCamera } from '../tools/camera/tool.js'
import { tool as toolExplode } from '../tools/explode/tool.js'
import { tool as toolElements } from '../tools/elements/tool.js'
import { tool as toolSection } from '../tools/section/tool.js'
import { tool as toolMarkup } from '../tools/markup/tool.js'
import { tool as toolEffects } from '../tools/effects/tool.js'
import { tool as toolPaper } from '../tools/paper/tool.js'
import { tool as toolPrint } from '../tools/print/tool.js'
import { tool as toolDownload } from '../tools/download/tool.js'
import { tool as toolNested } from '../tools/nested/tool.js'
import { tool as toolAr } from '../tools/ar/tool.js'
import { tool as toolMeasure } from '../tools/measure/tool.js'
import { tool as toolIssues } from '../tools/issues/tool.js'
import { tool as toolSharing } from '../tools/sharing/tool.js'

/** All tools, in order. */
export const tools = [
  toolPage,
  toolShortcuts,
  toolHistory,
  toolScreenshot,
  toolFiles,
  toolFederation,
  toolTree,
  toolSearch,
  toolFilter,
  toolColors,
  toolViews,
  toolDrafts,
  toolNewVersion,
  toolComparison,
  toolNavigation,
  toolExtensions,
  toolSheetList,
  toolProperties,
  toolReport,
  toolCamera,
  toolExplode,
  toolElements,
  toolSection,
  toolMarkup,
  toolEffects,
  toolPaper,
  toolPrint,
  toolDownload,
  toolNested,
  toolAr,
  toolMeasure,
  toolIssues,
  toolSharing,
] as const
