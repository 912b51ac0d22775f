import { encode as encodeJpeg } from 'jpeg-js'
import { encodeTruePng } from '../../files/png.js'
import { decodeWebp } from '../../textures/decode-webp.js'
import { fitPicture } from '../../textures/picture.js'

/** Of 100. */
const jpegQuality = 90
/** Small pictures are patterns: JPEG would wash them out, and PNG keeps them in hardly more bytes. */
const mostPngPixels = 256 * 256

/** A picture in a kind that every reader of glTF knows. */
export interface ExportPicture {
  readonly bytes: Uint8Array
  readonly mimeType: 'image/png' | 'image/jpeg'
  /** Some of its pixels are see-through. */
  readonly hasHoles: boolean
}

/** A picture of the package, WebP, as PNG or JPEG, its longest side at most so many pixels; null when it is damaged. */
export async function exportPicture(webp: Uint8Array, mostSide = Infinity): Promise<ExportPicture | null> {
  const decoded = await decodeWebp(webp)
  if (decoded === null) return null
  const picture = fitPicture(decoded, mostSide)
  const { width, height, pixels } = picture
  let hasHoles = false
  for (let at = 3; at < pixels.length && !hasHoles; at += 4) hasHoles = pixels[at] < 255
  if (hasHoles || width * height <= mostPngPixels)
    return { bytes: encodeTruePng(picture), mimeType: 'image/png', hasHoles }
  const { data } = encodeJpeg({ width, height, data: pixels }, jpegQuality)
  return { bytes: new Uint8Array(data), mimeType: 'image/jpeg', hasHoles }
}
