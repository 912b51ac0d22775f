import type { ExporterDescriptor } from '../kit/export-job.js'

/** Binary glTF of the complete model, for most 3D programs. */
export const descriptor: ExporterDescriptor = {
  id: 'glb',
  order: 10,
  file: 'model.glb',
  contentType: 'model/gltf-binary',
  of: ['model'],
  inMenu: true,
  output: 'glb',
  viewable: 'graphics',
}
