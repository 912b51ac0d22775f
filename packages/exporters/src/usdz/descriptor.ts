import type { ExporterDescriptor } from '../kit/export-job.js'

/** USDZ for augmented reality on iPhone and iPad. */
export const descriptor: ExporterDescriptor = {
  id: 'usdz',
  order: 30,
  file: 'model.usdz',
  contentType: 'model/vnd.usdz+zip',
  of: ['model'],
  inMenu: false,
  output: 'usdz',
  ar: 'quick-look',
}
