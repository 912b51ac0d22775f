import type { ExporterDescriptor } from '../kit/export-job.js'

/** DXF of a drawing, with its layers and layouts. */
export const descriptor: ExporterDescriptor = {
  id: 'dxf',
  order: 120,
  file: 'drawing.dxf',
  contentType: 'image/vnd.dxf',
  of: ['drawing'],
  inMenu: true,
  cadDrawings: true,
  output: 'dxf',
}
