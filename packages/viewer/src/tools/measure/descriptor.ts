import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the measuring extension. */
export const measureExtensionId = 'kamar.measure'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: measureExtensionId,
  load: async () => (await import('./measure-extension.js')).MeasureExtension,
}
