import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the markup extension. */
export const markupExtensionId = 'kamar.markup'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: markupExtensionId,
  load: async () => (await import('./markup-extension.js')).MarkupExtension,
}
