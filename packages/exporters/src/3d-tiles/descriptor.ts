import type { ExporterDescriptor } from '../kit/export-job.js'

/** 3D Tiles 1.1 in one file, for Cesium and other maps. */
export const descriptor: ExporterDescriptor = {
  id: '3d-tiles',
  order: 40,
  file: 'model.3tz',
  contentType: 'application/vnd.maxar.archive.3tz+zip',
  of: ['model'],
  inMenu: true,
  output: '3dtiles',
}
