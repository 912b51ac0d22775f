export { pinsExtensionId } from './descriptor.js'
export type { Pin, PinAnchor, PinEvents, PinsExtension } from './pins-extension.js'
export type { PinnedSheet, SheetPin, SheetPins } from './sheet-pins.js'
