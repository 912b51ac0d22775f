// Written by scripts/index.mjs (npm run index). Do not edit.
import { tool as ar } from '../tools/ar/tool.js'
import { tool as camera } from '../tools/camera/tool.js'
import { tool as colors } from '../tools/colors/tool.js'
import { tool as comparison } from '../tools/comparison/tool.js'
import { tool as effects } from '../tools/effects/tool.js'
import { tool as elements } from '../tools/elements/tool.js'
import { tool as explode } from '../tools/explode/tool.js'
import { tool as extensions } from '../tools/extensions/tool.js'
import { tool as federation } from '../tools/federation/tool.js'
import { tool as files } from '../tools/files/tool.js'
import { tool as filter } from '../tools/filter/tool.js'
import { tool as history } from '../tools/history/tool.js'
import { tool as issues } from '../tools/issues/tool.js'
import { tool as markup } from '../tools/markup/tool.js'
import { tool as measure } from '../tools/measure/tool.js'
import { tool as navigation } from '../tools/navigation/tool.js'
import { tool as nested } from '../tools/nested/tool.js'
import { tool as page } from '../tools/page/tool.js'
import { tool as paper } from '../tools/paper/tool.js'
import { tool as properties } from '../tools/properties/tool.js'
import { tool as report } from '../tools/report/tool.js'
import { tool as screenshot } from '../tools/screenshot/tool.js'
import { tool as search } from '../tools/search/tool.js'
import { tool as section } from '../tools/section/tool.js'
import { tool as sharing } from '../tools/sharing/tool.js'
import { tool as sheetList } from '../tools/sheet-list/tool.js'
import { tool as shortcuts } from '../tools/shortcuts/tool.js'
import { tool as tree } from '../tools/tree/tool.js'
import { tool as views } from '../tools/views/tool.js'

export const tools = [
  ar,
  camera,
  colors,
  comparison,
  effects,
  elements,
  explode,
  extensions,
  federation,
  files,
  filter,
  history,
  issues,
  markup,
  measure,
  navigation,
  nested,
  page,
  paper,
  properties,
  report,
  screenshot,
  search,
  section,
  sharing,
  sheetList,
  shortcuts,
  tree,
  views,
] as const
