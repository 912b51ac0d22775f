import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension for colours by a property, with a legend. */
export const colorsExtensionId = 'kamar.colors'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: colorsExtensionId,
  load: async () => (await import('./colors-extension.js')).ColorsExtension,
}
