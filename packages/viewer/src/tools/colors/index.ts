export { colorsExtensionId } from './descriptor.js'
export type { ColorLegend, LegendEntry } from './color-legend.js'
export type { ColorChoice, ColorsEvents, ColorsExtension } from './colors-extension.js'
