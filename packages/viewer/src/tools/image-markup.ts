// Loaded with the first photo that is drawn on, apart from the engine.
export { ImageMarkup, type ImageSize } from './markup/image-markup.js'
