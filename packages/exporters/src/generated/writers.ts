// Written by scripts/index.mjs (npm run index). Do not edit.
import type { ExporterId } from '@kamar/core'
import type { ExportWriter } from '../kit/export-job.js'

/** Loads the writer of an exporter when it is needed. */
export const exportWriters: Readonly<Record<ExporterId, () => Promise<ExportWriter>>> = {
  '3d-tiles': () => import('../3d-tiles/write.js'),
  'dxf': () => import('../dxf/write.js'),
  'glb': () => import('../glb/write.js'),
  'glb-phone': () => import('../glb-phone/write.js'),
  'obj': () => import('../obj/write.js'),
  'pdf': () => import('../pdf/write.js'),
  'png': () => import('../png/write.js'),
  'properties-csv': () => import('../properties-csv/write.js'),
  'properties-json': () => import('../properties-json/write.js'),
  'stl': () => import('../stl/write.js'),
  'svg': () => import('../svg/write.js'),
  'usdz': () => import('../usdz/write.js'),
}
