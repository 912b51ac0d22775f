import type { ExporterDescriptor } from '../kit/export-job.js'

/** PDF of one sheet, or of all layouts and pages, one page each. */
export const descriptor: ExporterDescriptor = {
  id: 'pdf',
  order: 90,
  file: 'drawing.pdf',
  contentType: 'application/pdf',
  of: ['drawing', 'sheet'],
  inMenu: true,
  output: 'pdf',
}
