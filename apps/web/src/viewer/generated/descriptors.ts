// Written by scripts/index.mjs (npm run index). Do not edit.
import { descriptor as descriptorPage } from '../tools/page/descriptor.js'
import { descriptor as descriptorShortcuts } from '../tools/shortcuts/descriptor.js'
import { descriptor as descriptorHistory } from '../tools/history/descriptor.js'
import { descriptor as descriptorScreenshot } from '../tools/screenshot/descriptor.js'
import { descriptor as descriptorFiles } from '../tools/files/descriptor.js'
import { descriptor as descriptorFederation } from '../tools/federation/descriptor.js'
import { descriptor as descriptorTree } from '../tools/tree/descriptor.js'
import { descriptor as descriptorSearch } from '../tools/search/descriptor.js'
import { descriptor as descriptorFilter } from '../tools/filter/descriptor.js'
import { descriptor as descriptorColors } from '../tools/colors/descriptor.js'
import { descriptor as descriptorViews } from '../tools/views/descriptor.js'
import { descriptor as descriptorDrafts } from '../tools/drafts/descriptor.js'
import { descriptor as descriptorNewVersion } from '../tools/new-version/descriptor.js'
import { descriptor as descriptorComparison } from '../tools/comparison/descriptor.js'
import { descriptor as descriptorNavigation } from '../tools/navigation/descriptor.js'
import { descriptor as descriptorExtensions } from '../tools/extensions/descriptor.js'
import { descriptor as descriptorSheetList } from '../tools/sheet-list/descriptor.js'
import { descriptor as descriptorProperties } from '../tools/properties/descriptor.js'
import { descriptor as descriptorReport } from '../tools/report/descriptor.js'
import { descriptor as descriptorCamera } from '../tools/camera/descriptor.js'
import { descriptor as descriptorExplode } from '../tools/explode/descriptor.js'
import { descriptor as descriptorElements } from '../tools/elements/descriptor.js'
import { descriptor as descriptorSection } from '../tools/section/descriptor.js'
import { descriptor as descriptorMarkup } from '../tools/markup/descriptor.js'
import { descriptor as descriptorEffects } from '../tools/effects/descriptor.js'
import { descriptor as descriptorPaper } from '../tools/paper/descriptor.js'
import { descriptor as descriptorPrint } from '../tools/print/descriptor.js'
import { descriptor as descriptorDownload } from '../tools/download/descriptor.js'
import { descriptor as descriptorNested } from '../tools/nested/descriptor.js'
import { descriptor as descriptorAr } from '../tools/ar/descriptor.js'
import { descriptor as descriptorMeasure } from '../tools/measure/descriptor.js'
import { descriptor as descriptorIssues } from '../tools/issues/descriptor.js'
import { descriptor as descriptorSharing } from '../tools/sharing/descriptor.js'

/** The descriptors of all tools, in order; importing them loads no tool. */
export const toolDescriptors = [
  descriptorPage,
  descriptorShortcuts,
  descriptorHistory,
  descriptorScreenshot,
  descriptorFiles,
  descriptorFederation,
  descriptorTree,
  descriptorSearch,
  descriptorFilter,
  descriptorColors,
  descriptorViews,
  descriptorDrafts,
  descriptorNewVersion,
  descriptorComparison,
  descriptorNavigation,
  descriptorExtensions,
  descriptorSheetList,
  descriptorProperties,
  descriptorReport,
  descriptorCamera,
  descriptorExplode,
  descriptorElements,
  descriptorSection,
  descriptorMarkup,
  descriptorEffects,
  descriptorPaper,
  descriptorPrint,
  descriptorDownload,
  descriptorNested,
  descriptorAr,
  descriptorMeasure,
  descriptorIssues,
  descriptorSharing,
] as const
