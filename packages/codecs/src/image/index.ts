export { decodePng, encodePreview, findPng, isBlank } from './preview-image.js'
export { averageColor, decodeImage, maxPixels } from './raster-image.js'
export type { RasterImage } from './pixels.js'
