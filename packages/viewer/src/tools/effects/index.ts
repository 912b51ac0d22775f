export { renderEffectsExtensionId } from './descriptor.js'
export type { RenderEffectsEvents, RenderEffectsExtension, RenderEffectsSettings } from './render-effects-extension.js'
