import type { ExporterDescriptor } from '../kit/export-job.js'

/** Raster image of one sheet as printed. */
export const descriptor: ExporterDescriptor = {
  id: 'png',
  order: 110,
  file: 'sheet.png',
  contentType: 'image/png',
  of: ['sheet'],
  inMenu: false,
}
