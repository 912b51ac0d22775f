import { textureWrap, type Chunk } from '@kamar/package-format/read'
import type { ExportImage } from '../export-image.js'
import type { GltfBufferView, GltfDocument } from './gltf-types.js'

/** Texture of a package material. */
export interface MaterialTexture {
  readonly image: number
  /** r g b, sRGB, 0 to 255. */
  readonly tint: readonly [number, number, number]
  readonly isClamped: boolean
}

/** Lists the textures of a chunk's materials, null for those without. */
export function listMaterialTextures({ materials }: Chunk): (MaterialTexture | null)[] {
  const { textures } = materials
  return materials.names.map((_, row) => {
    if (textures === undefined || textures.image[row] === 0) return null
    const [red, green, blue, wrap] = textures.tintAndWrap.subarray(row * 4, row * 4 + 4)
    return { image: textures.image[row] - 1, tint: [red, green, blue], isClamped: wrap === textureWrap.clamp }
  })
}

const repeats = 10497
const clampsToEdge = 33071
const samplers = [repeats, clampsToEdge].map((wrap) => ({ wrapS: wrap, wrapT: wrap }))

/** Images of an export: their byte ranges, and the textures made of them. */
export class TextureTable {
  readonly #sources = new Map<number, { readonly start: number; readonly image: ExportImage }>()
  readonly #images: { readonly bufferView: number; readonly mimeType: ExportImage['mimeType'] }[] = []
  readonly #imageOf = new Map<number, number>()
  readonly #textures: { readonly source: number; readonly sampler: number }[] = []
  readonly #getTexture = new Map<string, number>()

  /** Adds an image whose bytes start at `start` of the binary chunk. */
  add(number: number, image: ExportImage, start: number): void {
    this.#sources.set(number, { start, image })
  }

  has(number: number): boolean {
    return this.#sources.has(number)
  }
  hasHoles(number: number): boolean {
    return this.#sources.get(number)?.image.hasHoles === true
  }

  /** Returns the index of the glTF texture of an added image; appends its buffer view to `bufferViews`. */
  getTexture({ image: number, isClamped }: Omit<MaterialTexture, 'tint'>, bufferViews: GltfBufferView[]): number {
    const key = `${number} ${isClamped}`
    const cached = this.#getTexture.get(key)
    if (cached !== undefined) return cached
    this.#getTexture.set(key, this.#textures.length)
    return this.#textures.push({ source: this.#image(number, bufferViews), sampler: isClamped ? 1 : 0 }) - 1
  }

  #image(number: number, bufferViews: GltfBufferView[]): number {
    const cached = this.#imageOf.get(number)
    const stored = this.#sources.get(number)
    if (cached !== undefined || stored === undefined) return cached ?? 0
    const { start, image } = stored
    const bufferView = bufferViews.push({ buffer: 0, byteOffset: start, byteLength: image.bytes.length }) - 1
    this.#imageOf.set(number, this.#images.length)
    return this.#images.push({ bufferView, mimeType: image.mimeType }) - 1
  }

  /** Yields the bytes of all images in the order in which they were added. */
  *bytes(): Generator<Uint8Array> {
    for (const { image } of this.#sources.values()) yield image.bytes
  }

  /** Omits empty lists, which glTF forbids. */
  content(): Partial<GltfDocument> {
    if (this.#textures.length === 0) return {}
    return { images: this.#images, samplers, textures: this.#textures }
  }
}
