export { writeSavedGraphics, type SavedChunk } from './write-saved-graphics.js'
