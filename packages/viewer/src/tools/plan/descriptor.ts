import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension that computes plans and sections as line drawings. */
export const planExtensionId = 'kamar.plan'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: planExtensionId,
  load: async () => (await import('./plan-extension.js')).PlanExtension,
}
