import { textureWrap, type Chunk } from '@kamar/view-package/read'
import type { ExportPicture } from './export-picture.js'
import type { GltfBufferView, GltfDocument } from './gltf-types.js'

/** A picture on a material of the package. */
export interface WornPicture {
  readonly picture: number
  /** r g b, sRGB, 0 to 255. */
  readonly tint: readonly [number, number, number]
  readonly isClamped: boolean
}

/** Pictures on a chunk's materials, null for those without. */
export function wornPictures({ materials }: Chunk): (WornPicture | null)[] {
  const { textures } = materials
  return materials.names.map((_, row) => {
    if (textures === undefined || textures.picture[row] === 0) return null
    const [red, green, blue, wrap] = textures.look.subarray(row * 4, row * 4 + 4)
    return { picture: textures.picture[row] - 1, tint: [red, green, blue], isClamped: wrap === textureWrap.clamp }
  })
}

const repeats = 10497
const clampsToEdge = 33071
const samplers = [repeats, clampsToEdge].map((wrap) => ({ wrapS: wrap, wrapT: wrap }))

/** The pictures of an export: where their bytes lie, and the textures made of them. */
export class TextureTable {
  readonly #pictures = new Map<number, { readonly start: number; readonly made: ExportPicture }>()
  readonly #images: { readonly bufferView: number; readonly mimeType: ExportPicture['mimeType'] }[] = []
  readonly #imageOf = new Map<number, number>()
  readonly #textures: { readonly source: number; readonly sampler: number }[] = []
  readonly #textureOf = new Map<string, number>()

  /** Keeps a picture whose bytes will stand at `start` of the binary chunk. */
  add(picture: number, made: ExportPicture, start: number): void {
    this.#pictures.set(picture, { start, made })
  }

  has(picture: number): boolean {
    return this.#pictures.has(picture)
  }
  hasHoles(picture: number): boolean {
    return this.#pictures.get(picture)?.made.hasHoles === true
  }

  /** Number of the glTF texture of a picture that is here; the view on its bytes goes to `bufferViews`. */
  textureOf({ picture, isClamped }: Omit<WornPicture, 'tint'>, bufferViews: GltfBufferView[]): number {
    const key = `${picture} ${isClamped}`
    const known = this.#textureOf.get(key)
    if (known !== undefined) return known
    this.#textureOf.set(key, this.#textures.length)
    return this.#textures.push({ source: this.#image(picture, bufferViews), sampler: isClamped ? 1 : 0 }) - 1
  }

  #image(picture: number, bufferViews: GltfBufferView[]): number {
    const known = this.#imageOf.get(picture)
    const stored = this.#pictures.get(picture)
    if (known !== undefined || stored === undefined) return known ?? 0
    const { start, made } = stored
    const bufferView = bufferViews.push({ buffer: 0, byteOffset: start, byteLength: made.bytes.length }) - 1
    this.#imageOf.set(picture, this.#images.length)
    return this.#images.push({ bufferView, mimeType: made.mimeType }) - 1
  }

  /** The bytes of all pictures in the order in which they were added. */
  *bytes(): Generator<Uint8Array> {
    for (const { made } of this.#pictures.values()) yield made.bytes
  }

  /** An empty list is not glTF. */
  content(): Partial<GltfDocument> {
    if (this.#textures.length === 0) return {}
    return { images: this.#images, samplers, textures: this.#textures }
  }
}
