import type { ExporterDescriptor } from '../kit/export-job.js'

/** Binary glTF for augmented reality on a phone: at most 500,000 triangles. */
export const descriptor: ExporterDescriptor = {
  id: 'glb-phone',
  order: 20,
  file: 'phone.glb',
  contentType: 'model/gltf-binary',
  of: ['model'],
  inMenu: false,
  ar: 'model',
}
