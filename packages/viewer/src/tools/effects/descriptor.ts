import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension for sky, ambient occlusion and sun. */
export const renderEffectsExtensionId = 'kamar.look'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: renderEffectsExtensionId,
  load: async () => (await import('./render-effects-extension.js')).RenderEffectsExtension,
}
