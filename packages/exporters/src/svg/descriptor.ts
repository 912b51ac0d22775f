import type { ExporterDescriptor } from '../kit/export-job.js'

/** SVG of one sheet as printed. */
export const descriptor: ExporterDescriptor = {
  id: 'svg',
  order: 100,
  file: 'sheet.svg',
  contentType: 'image/svg+xml',
  of: ['sheet'],
  inMenu: false,
  output: 'svg',
}
