import {
  colorsExtensionId,
  explodeExtensionId,
  markupExtensionId,
  measureExtensionId,
  navigationExtensionId,
  pinsExtensionId,
  sectionExtensionId,
} from './extension/extension-ids.js'
import { theExtensionManager } from './extension/extension-registry.js'

export {
  colorsExtensionId,
  explodeExtensionId,
  markupExtensionId,
  measureExtensionId,
  navigationExtensionId,
  pinsExtensionId,
  sectionExtensionId,
} from './extension/extension-ids.js'

// Each is a chunk of its own, fetched by the first viewer that wants it.
theExtensionManager.registerExternalExtension(
  markupExtensionId,
  async () => (await import('./markup/markup-extension.js')).MarkupExtension,
)
theExtensionManager.registerExternalExtension(
  pinsExtensionId,
  async () => (await import('./pins/pins-extension.js')).PinsExtension,
)
theExtensionManager.registerExternalExtension(
  sectionExtensionId,
  async () => (await import('./section/section-extension.js')).SectionExtension,
)
theExtensionManager.registerExternalExtension(
  measureExtensionId,
  async () => (await import('./measure/measure-extension.js')).MeasureExtension,
)
theExtensionManager.registerExternalExtension(
  navigationExtensionId,
  async () => (await import('./navigation/navigation-extension.js')).NavigationExtension,
)
theExtensionManager.registerExternalExtension(
  colorsExtensionId,
  async () => (await import('./structure/colors-extension.js')).ColorsExtension,
)
theExtensionManager.registerExternalExtension(
  explodeExtensionId,
  async () => (await import('./structure/explode-extension.js')).ExplodeExtension,
)
