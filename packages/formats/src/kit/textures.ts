import type { Finding, MaterialInput, ReadContext, TextureId } from '@kamar/core'
import type { Color } from '@kamar/core/math'
import type { TextureTransform } from './texture-transform.js'
import { averageColor, decodeImage, type RasterImage } from '@kamar/codecs/image'
import { information, namedFinding } from './report.js'

const maxCompanionBytes = 32 * 1024 * 1024

/** Returns an attached file's bytes; null where it is not attached or larger than any material needs (32 MiB). */
export async function companionBytes(context: ReadContext, name: string): Promise<Uint8Array | null> {
  const source = name === '' ? null : await context.companion(name)
  return source && source.size <= maxCompanionBytes ? source.readAll() : null
}

/** Texture of a material in the file. */
export interface SourceTexture {
  /** File name without its folders. */
  readonly name: string
  /** Whether it ends at its edges instead of repeating. */
  readonly isClamped: boolean
  readonly transform: TextureTransform
}

/** Binding of a texture to a surface. */
export interface TextureBinding {
  /** False without texture coordinates on vertices: then only the average colour can be shown. */
  readonly hasCoordinates: boolean
  /** Whether the texture ends at its edges instead of repeating. */
  readonly isClamped?: boolean | undefined
  /** Whether the texture replaces the colour instead of multiplying it. */
  readonly replacesColor?: boolean
}

/** A readable image. */
interface TextureEntry {
  readonly average: Color
  /** Null where it exceeds the limits of the package. */
  readonly texture: TextureId | null
}

/** A material's colour and, where it can be shown, its texture. */
export type Surface = Pick<MaterialInput, 'color' | 'texture'>

/** Images inside a file, or functions that read them. */
export type EmbeddedImages = ReadonlyMap<string, Uint8Array | (() => Promise<Uint8Array>)>

/** Textures of a model, each looked up once, in the file and among its companions. */
export class Textures {
  /** Names of textures that are not attached. */
  readonly missing = new Set<string>()
  readonly #context: ReadContext
  readonly #entries = new Map<string, TextureEntry | null>()
  readonly #averaged = new Set<string>()
  readonly #embedded: EmbeddedImages

  /** `embedded`: images inside the file itself, by lower-case name. */
  constructor(context: ReadContext, embedded: EmbeddedImages = new Map()) {
    this.#context = context
    this.#embedded = embedded
  }

  /** Returns whether an image of this name exists and can be shown. */
  async has(name: string | null | undefined): Promise<boolean> {
    return name ? ((await this.#find(name))?.texture ?? null) !== null : false
  }

  /**
   * Binds a texture to a surface of this colour (channels 0 to 1). A texture multiplies the colour; some exporters
   * write black for a colour that the texture should replace.
   */
  async bind(own: Color, name: string | null | undefined, binding: TextureBinding): Promise<Surface> {
    const { hasCoordinates, isClamped, replacesColor = false } = binding
    const wrap = isClamped ? 'clamp' : 'repeat'
    const cached = name ? await this.#find(name) : null
    if (!name || !cached) return { color: own }
    const tint: Color = replacesColor || own.every((channel) => channel === 0) ? [1, 1, 1] : own
    const { average, texture } = cached
    const color: Color = [tint[0] * average[0], tint[1] * average[1], tint[2] * average[2]]
    if (hasCoordinates && texture !== null) return { color, texture: { image: texture, tint, wrap } }
    this.#averaged.add(name)
    return { color }
  }

  /** Adds an image from the file itself: its bytes or its pixels. */
  offer(name: string, texture: Uint8Array | RasterImage): void {
    if (this.#entries.has(name)) return
    this.#entries.set(name, this.#add(name, texture instanceof Uint8Array ? decodeImage(texture) : texture))
  }

  async #find(name: string): Promise<TextureEntry | null> {
    const cached = this.missing.has(name) ? null : this.#entries.get(name)
    if (cached !== undefined) return cached
    const embedded = this.#embedded.get(name.toLowerCase())
    const own = typeof embedded === 'function' ? await embedded() : embedded
    const bytes = own ?? (await companionBytes(this.#context, name))
    if (!bytes) {
      this.missing.add(name)
      return null
    }
    const entry = this.#add(name, decodeImage(bytes))
    this.#entries.set(name, entry)
    return entry
  }

  #add(name: string, decoded: RasterImage | null): TextureEntry | null {
    const average = decoded && averageColor(decoded)
    if (!decoded || !average) return null
    const { width, height, data } = decoded
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    return { average, texture: this.#context.scene.addTexture({ name, width, height, pixels }) }
  }

  /** Findings about the textures for the user. */
  get findings(): Finding[] {
    const unusable = [...this.#entries].filter(([, cached]) => cached === null).map(([name]) => name)
    return [
      ...namedFinding('texture-as-average-colour', [...this.#averaged], information),
      ...namedFinding('texture-not-readable', unusable),
    ]
  }
}
