import type { ExporterDescriptor } from '../kit/export-job.js'

/** All elements with their properties, for spreadsheets. */
export const descriptor: ExporterDescriptor = {
  id: 'properties-csv',
  order: 80,
  file: 'properties.csv',
  contentType: 'text/csv; charset=utf-8',
  of: ['model'],
  inMenu: true,
  withoutGeometry: true,
}
