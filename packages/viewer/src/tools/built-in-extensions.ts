import {
  colorsExtensionId,
  explodeExtensionId,
  renderEffectsExtensionId,
  markupExtensionId,
  measureExtensionId,
  modelsExtensionId,
  navigationExtensionId,
  pinsExtensionId,
  sectionExtensionId,
} from '../engine/extension/extension-ids.js'
import { theExtensionManager } from '../engine/extension/extension-registry.js'
import type { ExtensionClass } from '../engine/api.js'

/** Each is a separate chunk, fetched by the first viewer that loads it. */
const builtIn: Readonly<Record<string, () => Promise<ExtensionClass>>> = {
  [markupExtensionId]: async () => (await import('./markup/markup-extension.js')).MarkupExtension,
  [pinsExtensionId]: async () => (await import('./pins/pins-extension.js')).PinsExtension,
  [sectionExtensionId]: async () => (await import('./section/section-extension.js')).SectionExtension,
  [measureExtensionId]: async () => (await import('./measure/measure-extension.js')).MeasureExtension,
  [navigationExtensionId]: async () => (await import('./navigation/navigation-extension.js')).NavigationExtension,
  [colorsExtensionId]: async () => (await import('./colors/colors-extension.js')).ColorsExtension,
  [renderEffectsExtensionId]: async () =>
    (await import('./effects/render-effects-extension.js')).RenderEffectsExtension,
  [modelsExtensionId]: async () => (await import('./federation/models-extension.js')).ModelsExtension,
  [explodeExtensionId]: async () => (await import('./explode/explode-extension.js')).ExplodeExtension,
}

for (const [id, fetchClass] of Object.entries(builtIn)) theExtensionManager.registerExternalExtension(id, fetchClass)
