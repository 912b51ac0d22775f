import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'
import { modelsExtensionId } from './extension-id.js'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: modelsExtensionId,
  service: 'models',
  load: async () => (await import('./models-extension.js')).ModelsExtension,
}
