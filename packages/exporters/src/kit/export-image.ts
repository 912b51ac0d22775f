import { encode as encodeJpeg } from 'jpeg-js'
import { encodeTruePng, decodeWebp, fitImage } from '@kamar/packager/images'
import type { PackageReader } from '@kamar/package-format/package-reader'

/** 0 to 100. */
const jpegQuality = 90
/** Small images are patterns: JPEG would blur them, and PNG is hardly larger. */
const maxPngPixels = 256 * 256

/** Image in a format that every glTF reader supports. */
export interface ExportImage {
  readonly bytes: Uint8Array
  readonly mimeType: 'image/png' | 'image/jpeg'
  /** True when some pixels are transparent. */
  readonly hasHoles: boolean
}

/**
 * Converts a WebP image of the package to PNG or JPEG, its longest side at most so many pixels; null when it is
 * damaged.
 */
export async function exportImage(webp: Uint8Array, maxSide = Infinity): Promise<ExportImage | null> {
  const decoded = await decodeWebp(webp)
  if (decoded === null) return null
  const image = fitImage(decoded, maxSide)
  const { width, height, pixels } = image
  let hasHoles = false
  for (let at = 3; at < pixels.length && !hasHoles; at += 4) hasHoles = pixels[at] < 255
  if (hasHoles || width * height <= maxPngPixels)
    return { bytes: encodeTruePng(image), mimeType: 'image/png', hasHoles }
  const { data } = encodeJpeg({ width, height, data: pixels }, jpegQuality)
  return { bytes: new Uint8Array(data), mimeType: 'image/jpeg', hasHoles }
}

/**
 * Converts images of a package by number, each once; omits those that are missing or unreadable, as their materials
 * have colours as well.
 */
export async function exportImages(
  model: PackageReader,
  numbers: Iterable<number>,
  maxSide = Infinity,
): Promise<Map<number, ExportImage>> {
  const images = new Map<number, ExportImage>()
  for (const number of new Set(numbers)) {
    const stored = await model.image(number)
    const image = stored && (await exportImage(stored, maxSide))
    if (image) images.set(number, image)
  }
  return images
}

/** Returns the path of an image in a zip export. */
export const formatImagePath = (number: number, { mimeType }: Pick<ExportImage, 'mimeType'>): string =>
  `textures/${String(number).padStart(3, '0')}.${mimeType === 'image/png' ? 'png' : 'jpg'}`
