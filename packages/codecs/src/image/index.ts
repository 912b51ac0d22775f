export { decodePng, encodePreview, findPng, isBlank } from './preview-image.js'
export { averageColor, decodeImage, maxPixels, type RasterImage } from './raster-image.js'
