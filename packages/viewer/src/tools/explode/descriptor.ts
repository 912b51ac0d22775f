import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension for the exploded view. */
export const explodeExtensionId = 'kamar.explode'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: explodeExtensionId,
  load: async () => (await import('./explode-extension.js')).ExplodeExtension,
}
