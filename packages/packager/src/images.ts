export { encodeTruePng } from './files/png.js'
export { decodeWebp } from './textures/decode-webp.js'
export { fitImage, type RasterImage } from './textures/raster-image.js'
