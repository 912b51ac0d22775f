import type { ExporterDescriptor } from '../kit/export-job.js'

/** All elements with their properties, for programs. */
export const descriptor: ExporterDescriptor = {
  id: 'properties-json',
  order: 70,
  file: 'properties.json',
  contentType: 'application/json',
  of: ['model'],
  inMenu: true,
  withoutGeometry: true,
  viewable: 'properties',
}
