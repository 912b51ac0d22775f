import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension for numbered pins at points of the model. */
export const pinsExtensionId = 'kamar.pins'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: pinsExtensionId,
  load: async () => (await import('./pins-extension.js')).PinsExtension,
}
