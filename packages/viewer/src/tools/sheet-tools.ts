// Loaded with the first drawing that needs them, apart from the engine.
export { SheetMarkup } from './markup/sheet-markup.js'
export { SheetPins } from './pins/sheet-pins.js'
