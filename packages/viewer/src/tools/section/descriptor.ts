import type { ExtensionDescriptor } from '../../engine/extension/extension-registry.js'

/** Id of the extension for section planes and the section box. */
export const sectionExtensionId = 'kamar.section'

/** Loaded by the first viewer that needs it. */
export const descriptor: ExtensionDescriptor = {
  id: sectionExtensionId,
  service: 'sections',
  load: async () => (await import('./section-extension.js')).SectionExtension,
}
