import { encode as encodeJpeg } from 'jpeg-js'
import { encodeTruePng } from '../../files/png.js'
import { decodeWebp } from '../../textures/decode-webp.js'
import { fitPicture } from '../../textures/picture.js'
import type { PackageReader } from '../package-reader.js'

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

/** Pictures of a package by number, each once; those that cannot be had or read are left out: their materials have colours as well. */
export async function exportPictures(
  model: PackageReader,
  numbers: Iterable<number>,
  mostSide = Infinity,
): Promise<Map<number, ExportPicture>> {
  const pictures = new Map<number, ExportPicture>()
  for (const number of new Set(numbers)) {
    const stored = await model.picture(number)
    const picture = stored && (await exportPicture(stored, mostSide))
    if (picture) pictures.set(number, picture)
  }
  return pictures
}

/** Where a picture is in an export that is a zip. */
export const pictureFile = (number: number, { mimeType }: Pick<ExportPicture, 'mimeType'>): string =>
  `textures/${String(number).padStart(3, '0')}.${mimeType === 'image/png' ? 'png' : 'jpg'}`
