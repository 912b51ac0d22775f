import type { TextureId, TextureInput } from '@kamar/scene'
import { createHash } from 'node:crypto'
import { fitPicture, type Picture } from './picture.js'

/** Pictures of one package; what is beyond stays a colour. With the sizes below they take 256 MB at most while they wait. */
const mostTextures = 64
/** Pixels of the longest side, while there are few textures and when there are many. */
const mostSide = 2048
const mostSideOfMany = 1024
const fewTextures = 16

/** Pictures that readers pushed, equal ones once, none larger than it will be kept. */
export class TextureStore {
  readonly #pictures: Picture[] = []
  readonly #names: string[] = []
  readonly #numbers = new Map<string, TextureId>()

  get count(): number {
    return this.#pictures.length
  }
  picture(number: TextureId): Picture {
    return this.#pictures[number]
  }
  name(number: TextureId): string {
    return this.#names[number]
  }

  /** Adds a picture; null when there are too many. `RangeError` when its pixels are not as many as its size says. */
  add(input: TextureInput): TextureId | null {
    const { name, width, height, pixels } = input
    if (!(width > 0 && height > 0) || pixels.length !== width * height * 4)
      throw new RangeError(`texture ${name}: ${pixels.length} bytes are not ${width} × ${height} pixels`)
    const key = `${width} ${createHash('sha256').update(pixels).digest('hex')}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.count >= mostTextures) return null
    if (this.count === fewTextures)
      this.#pictures.forEach((picture, number) => (this.#pictures[number] = fitPicture(picture, mostSideOfMany)))
    this.#numbers.set(key, this.count)
    this.#names.push(name)
    this.#pictures.push(fitPicture({ width, height, pixels }, this.count >= fewTextures ? mostSideOfMany : mostSide))
    return this.count - 1
  }
}
