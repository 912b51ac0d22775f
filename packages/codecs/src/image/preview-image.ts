import { PNG } from 'pngjs'
import { matchesAt } from '../detection/file-header.js'
import type { RasterImage } from './pixels.js'

const maxPixels = 4096 * 4096
const largestSide = 512
const pngSignature = '\u0089PNG\r\n\u001a\n'

/** Finds the first PNG image among other bytes; returns null without a complete one. */
export function findPng(bytes: Uint8Array): Uint8Array | null {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(pngSignature, 0, 'latin1')
  if (at < 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let chunk = at + 8; chunk + 12 <= bytes.length;) {
    const end = chunk + 12 + view.getUint32(chunk)
    if (end > bytes.length) return null
    if (matchesAt(bytes, chunk + 4, 'IEND')) return bytes.subarray(at, end)
    chunk = end
  }
  return null
}

/** Decodes a PNG; returns null for invalid data or more pixels than a preview has. */
export function decodePng(bytes: Uint8Array): RasterImage | null {
  if (bytes.length < 33 || !matchesAt(bytes, 0, pngSignature)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The size is checked first, because the library would allocate whatever it states.
  const pixels = view.getUint32(16) * view.getUint32(20)
  if (pixels === 0 || pixels > maxPixels) return null
  try {
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes))
    return { width, height, data }
  } catch {
    return null
  }
}

/** Returns whether an image has a single colour: programs store that when a preview could not be rendered. */
export function isBlank({ data }: RasterImage): boolean {
  return data.every((value, at) => value === data[at % 4])
}

/** Encodes an image as a new PNG: at most 512 pixels wide and high, without any metadata. */
export function encodePreview(image: RasterImage): Uint8Array {
  const { width, height, data } = fitted(image)
  const png = new PNG({ width, height })
  png.data = Buffer.from(data)
  return Uint8Array.from(PNG.sync.write(png))
}

/** Downscales by an integer factor, each pixel the mean of its source pixels. */
function fitted(image: RasterImage): RasterImage {
  const step = Math.ceil(Math.max(image.width, image.height) / largestSide)
  if (step <= 1) return image
  const [width, height] = [Math.max(1, Math.floor(image.width / step)), Math.max(1, Math.floor(image.height / step))]
  const data = new Uint8Array(4 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [(pixel % width) * step, Math.floor(pixel / width) * step]
    data.set(computeMean(image, { x, y, step }), 4 * pixel)
  }
  return { width, height, data }
}

function computeMean(image: RasterImage, { x, y, step }: { x: number; y: number; step: number }): number[] {
  const sums = [0, 0, 0, 0]
  const [right, bottom] = [Math.min(image.width, x + step), Math.min(image.height, y + step)]
  for (let row = y; row < bottom; row++) {
    for (let column = x; column < right; column++) {
      const at = 4 * (row * image.width + column)
      const alpha = image.data[at + 3]
      for (let channel = 0; channel < 3; channel++) sums[channel] += image.data[at + channel] * alpha
      sums[3] += alpha
    }
  }
  const [red, green, blue, alpha] = sums
  const weight = Math.max(1, alpha)
  return [red / weight, green / weight, blue / weight, alpha / Math.max(1, (right - x) * (bottom - y))]
}
