import type { ExporterDescriptor } from '../kit/export-job.js'

/** STL for 3D printers: one body of triangles, without colours. */
export const descriptor: ExporterDescriptor = {
  id: 'stl',
  order: 60,
  file: 'model.stl',
  contentType: 'model/stl',
  of: ['model'],
  inMenu: true,
  selectable: true,
  output: 'stl',
}
