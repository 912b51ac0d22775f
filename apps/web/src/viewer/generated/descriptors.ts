// Written by scripts/index.mjs (npm run index). Do not edit.
import { descriptor as ar } from '../tools/ar/descriptor.js'
import { descriptor as camera } from '../tools/camera/descriptor.js'
import { descriptor as colors } from '../tools/colors/descriptor.js'
import { descriptor as comparison } from '../tools/comparison/descriptor.js'
import { descriptor as effects } from '../tools/effects/descriptor.js'
import { descriptor as elements } from '../tools/elements/descriptor.js'
import { descriptor as explode } from '../tools/explode/descriptor.js'
import { descriptor as extensions } from '../tools/extensions/descriptor.js'
import { descriptor as federation } from '../tools/federation/descriptor.js'
import { descriptor as files } from '../tools/files/descriptor.js'
import { descriptor as filter } from '../tools/filter/descriptor.js'
import { descriptor as history } from '../tools/history/descriptor.js'
import { descriptor as issues } from '../tools/issues/descriptor.js'
import { descriptor as markup } from '../tools/markup/descriptor.js'
import { descriptor as measure } from '../tools/measure/descriptor.js'
import { descriptor as navigation } from '../tools/navigation/descriptor.js'
import { descriptor as nested } from '../tools/nested/descriptor.js'
import { descriptor as page } from '../tools/page/descriptor.js'
import { descriptor as paper } from '../tools/paper/descriptor.js'
import { descriptor as properties } from '../tools/properties/descriptor.js'
import { descriptor as report } from '../tools/report/descriptor.js'
import { descriptor as screenshot } from '../tools/screenshot/descriptor.js'
import { descriptor as search } from '../tools/search/descriptor.js'
import { descriptor as section } from '../tools/section/descriptor.js'
import { descriptor as sharing } from '../tools/sharing/descriptor.js'
import { descriptor as sheetList } from '../tools/sheet-list/descriptor.js'
import { descriptor as shortcuts } from '../tools/shortcuts/descriptor.js'
import { descriptor as tree } from '../tools/tree/descriptor.js'
import { descriptor as views } from '../tools/views/descriptor.js'

export const toolDescriptors = [
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
