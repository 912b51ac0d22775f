import { decode as decodeJpeg } from 'jpeg-js'
import { PNG } from 'pngjs'
import { matchesAt } from '../detection/file-header.js'
import { decodeBitmap, decodeTarga } from './raw-images.js'
import type { RasterImage } from './pixels.js'

/** Maximum number of decoded pixels, as larger images take too many seconds. */
export const maxPixels = 4096 * 4096
const maxMebibytes = 256
/** A regular sample of about this many pixels is enough for the average; an odd step shifts through the columns. */
const maxSamples = 65_536

/** Decodes a PNG, JPEG, Targa or Windows bitmap; returns null for other formats, too large or damaged images. */
export function decodeImage(bytes: Uint8Array): RasterImage | null {
  try {
    if (matchesAt(bytes, 0, '\u0089PNG')) return decodePng(bytes)
    if (!matchesAt(bytes, 0, '\u00ff\u00d8\u00ff'))
      return decodeBitmap(bytes, maxPixels) ?? decodeTarga(bytes, maxPixels)
    const caps = { maxResolutionInMP: maxPixels / 1e6, maxMemoryUsageInMB: maxMebibytes }
    return decodeJpeg(bytes, { useTArray: true, ...caps })
  } catch {
    // Both libraries throw plain errors on damaged images; a texture must never fail a model.
    return null
  }
}

/** Decodes a PNG. Checks the size at its fixed offsets first, because the library would allocate whatever it states. */
function decodePng(bytes: Uint8Array): RasterImage | null {
  if (bytes.length < 33) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pixels = view.getUint32(16) * view.getUint32(20)
  return pixels > 0 && pixels <= maxPixels ? PNG.sync.read(Buffer.from(bytes)) : null
}

/**
 * Computes the average colour of an image, channels 0 to 1; null when it is fully transparent. Averages squares, which
 * approximates linear light; transparent pixels count by their alpha.
 */
export function averageColor({ width, height, data }: RasterImage): [number, number, number] | null {
  const pixels = width * height
  const step = Math.floor(pixels / maxSamples) | 1
  const sums = [0, 0, 0]
  let weight = 0
  for (let pixel = 0; pixel < pixels; pixel += step) {
    const at = 4 * pixel
    const alpha = data[at + 3]
    for (let channel = 0; channel < 3; channel++) sums[channel] += alpha * data[at + channel] ** 2
    weight += alpha
  }
  if (weight === 0) return null
  const [red, green, blue] = sums.map((sum) => Math.sqrt(sum / weight) / 255)
  return [red, green, blue]
}
