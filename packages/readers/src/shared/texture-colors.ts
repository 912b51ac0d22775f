import type { Finding, ReadRoom } from '@kamar/scene'
import type { Color } from './color.js'
import { averageColor } from './texture-color.js'

const largestCompanionBytes = 32 * 1024 * 1024

/** An attached file's bytes, or null where it is not attached or larger than any material needs (32 MiB). */
export async function companionBytes(room: ReadRoom, name: string): Promise<Uint8Array | null> {
  const source = name === '' ? null : await room.companion(name)
  return source && source.size <= largestCompanionBytes ? source.readAll() : null
}

/** The textures that a model asks for, each looked up once, in the file and among its companions, and reduced to its average colour. */
export class TextureColors {
  /** Names of textures that are not attached. */
  readonly missing = new Set<string>()
  readonly #room: ReadRoom
  readonly #colors = new Map<string, Color | null>()

  readonly #embedded: ReadonlyMap<string, Uint8Array>

  /** `embedded`: pictures inside the file itself, by their names in lower case. */
  constructor(room: ReadRoom, embedded: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#room = room
    this.#embedded = embedded
  }

  /**
   * A surface's colour (channels 0 to 1) under a texture. A texture multiplies the colour; black ones are written by
   * exporters that leave the colour to the texture.
   */
  async tint(own: Color, texture: string | undefined): Promise<Color> {
    const average = texture ? await this.#colorOf(texture) : null
    if (!average) return own
    const isBlack = own.every((channel) => channel === 0)
    const [red, green, blue] = isBlack ? [1, 1, 1] : own
    return [red * average[0], green * average[1], blue * average[2]]
  }

  async #colorOf(name: string): Promise<Color | null> {
    const known = this.#colors.get(name)
    if (known !== undefined) return known
    const bytes = this.#embedded.get(name.toLowerCase()) ?? (await companionBytes(this.#room, name))
    if (!bytes) this.missing.add(name)
    const color = bytes ? averageColor(bytes) : null
    if (bytes) this.#colors.set(name, color)
    return color
  }

  /** What the user should know about the textures. */
  get findings(): Finding[] {
    const averaged = [...this.#colors].filter(([, color]) => color !== null).map(([name]) => name)
    const unusable = [...this.#colors].filter(([, color]) => color === null).map(([name]) => name)
    const about = (code: string, names: readonly string[], severity: Finding['severity']): Finding[] =>
      names.length === 0
        ? []
        : [{ code, severity, details: { count: names.length, names: names.slice(0, 10).join(', ') } }]
    return [
      ...about('texture-as-average-colour', averaged, 'information'),
      ...about('texture-not-readable', unusable, 'warning'),
    ]
  }
}
