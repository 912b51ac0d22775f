import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension for navigation modes: zoom window, walking, flying, storeys as plans. */
export const navigationExtensionId = 'kamar.navigation'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: navigationExtensionId,
  service: 'plans',
  load: async () => (await import('./navigation-extension.js')).NavigationExtension,
}
