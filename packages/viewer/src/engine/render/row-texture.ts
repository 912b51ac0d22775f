import {
  DataTexture,
  FloatType,
  NearestFilter,
  RGBAFormat,
  RGBAIntegerFormat,
  UnsignedByteType,
  UnsignedIntType,
  type IUniform,
} from 'three'
import { textureWidth } from './shaders.js'

const formats = {
  floats: { format: RGBAFormat, type: FloatType, internal: 'RGBA32F' },
  bytes: { format: RGBAFormat, type: UnsignedByteType, internal: 'RGBA8' },
  numbers: { format: RGBAIntegerFormat, type: UnsignedIntType, internal: 'RGBA32UI' },
} as const

const rowElements = textureWidth * 4

/**
 * Texture of a store column: four elements per texel, backed by the array itself. If the column was reallocated, the
 * texture is created again; otherwise only changed rows are uploaded.
 */
export class RowTexture {
  readonly uniform: IUniform<DataTexture | null> = { value: null }
  readonly #kind: keyof typeof formats
  /** Update ranges apply after the first upload: three.js would otherwise upload nothing else. */
  #uploaded = false

  constructor(kind: keyof typeof formats) {
    this.#kind = kind
  }

  /** Uploads the elements from `start` up to `end` of `data`, whose length is a multiple of 4,096. */
  update(data: Float32Array | Uint8Array | Uint32Array, start: number, end: number): void {
    const texture = this.uniform.value
    if (texture === null || texture.image.data !== data) return this.#replace(data)
    if (end <= start || !this.#uploaded) return
    for (let row = Math.floor(start / rowElements); row * rowElements < end; row++)
      texture.addUpdateRange(row * rowElements, rowElements)
    texture.needsUpdate = true
  }

  dispose(): void {
    this.uniform.value?.dispose()
    this.uniform.value = null
  }

  #replace(data: Float32Array | Uint8Array | Uint32Array): void {
    this.dispose()
    const { format, type, internal } = formats[this.#kind]
    const height = Math.max(1, data.length / rowElements)
    const texture = new DataTexture(data, textureWidth, height, format, type)
    texture.internalFormat = internal
    texture.magFilter = NearestFilter
    texture.minFilter = NearestFilter
    texture.needsUpdate = true
    this.#uploaded = false
    texture.onUpdate = () => {
      this.#uploaded = true
    }
    this.uniform.value = texture
  }
}
