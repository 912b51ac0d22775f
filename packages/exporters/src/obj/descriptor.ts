import type { ExporterDescriptor } from '../kit/export-job.js'

/** Wavefront OBJ with its materials and images, for modelling tools. */
export const descriptor: ExporterDescriptor = {
  id: 'obj',
  order: 50,
  file: 'model-obj.zip',
  contentType: 'application/zip',
  of: ['model'],
  inMenu: true,
  selectable: true,
  output: 'obj',
}
