export { markupExtensionId } from './descriptor.js'
export type { MarkupDrawing, MarkupShape } from './markup-format.js'
export type { MarkupEvents, MarkupExtension, MarkupLabels } from './markup-extension.js'
export type { MarkupStyle, MarkupTool } from './shape-making.js'
