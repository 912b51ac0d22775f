import type { TextureId, TextureInput } from '@kamar/core'
import { createHash } from 'node:crypto'
import { fitImage, type RasterImage } from './raster-image.js'

/**
 * Maximum images of one package; further textures become plain colours. With the sizes below they take 256 MB at most
 * while they wait.
 */
const maxTextures = 64
/** Longest side in pixels, with few textures and with many. */
const maxSide = 2048
const reducedMaxSide = 1024
const maxTexturesAtFullSize = 16

/** Images from readers, equal ones once, limited to their final size. */
export class TextureStore {
  readonly #images: RasterImage[] = []
  readonly #names: string[] = []
  readonly #numbers = new Map<string, TextureId>()

  get count(): number {
    return this.#images.length
  }
  image(number: TextureId): RasterImage {
    return this.#images[number]
  }
  name(number: TextureId): string {
    return this.#names[number]
  }

  /** Adds an image; null when there are too many. Throws `RangeError` when the pixel count does not match its size. */
  add(input: TextureInput): TextureId | null {
    const { name, width, height, pixels } = input
    if (!(width > 0 && height > 0) || pixels.length !== width * height * 4)
      throw new RangeError(`texture ${name}: ${pixels.length} bytes are not ${width} × ${height} pixels`)
    const key = `${width} ${createHash('sha256').update(pixels).digest('hex')}`
    const existing = this.#numbers.get(key)
    if (existing !== undefined) return existing
    if (this.count >= maxTextures) return null
    if (this.count === maxTexturesAtFullSize)
      this.#images.forEach((image, number) => (this.#images[number] = fitImage(image, reducedMaxSide)))
    this.#numbers.set(key, this.count)
    this.#names.push(name)
    this.#images.push(
      fitImage({ width, height, pixels }, this.count >= maxTexturesAtFullSize ? reducedMaxSide : maxSide),
    )
    return this.count - 1
  }
}
