import type { ByteSource, Finding, MaterialId, PropertySetId, ReadRoom } from '@kamar/scene'
import { decodeText } from '../shared/names.js'
import { libraryNames, parseMaterialLibrary } from './material-library.js'
import type { ObjMaterial } from './material-library.js'
import { averageColor } from './texture-color.js'

const largestCompanionBytes = 32 * 1024 * 1024
/** Colour of a material that no library describes: light grey, as most programs show it. */
const plainColor = [0.8, 0.8, 0.8] as const

type Color = readonly [number, number, number]

/** A material as the scene has it, and what the property panel says about it. */
export interface SceneMaterial {
  readonly material: MaterialId
  readonly properties: PropertySetId
}

const hexadecimal = (color: Color): string =>
  `#${color
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The materials of a model: looked up in its attached libraries, and made when they are first used. */
export class Materials {
  /** Names of libraries and textures that the model asks for and that are not attached. */
  readonly missingCompanions = new Set<string>()
  readonly #room: ReadRoom
  readonly #known = new Map<string, ObjMaterial>()
  readonly #made = new Map<string, SceneMaterial>()
  readonly #textureColors = new Map<string, Color | null>()
  readonly #askedLibraries = new Set<string>()

  constructor(room: ReadRoom) {
    this.#room = room
  }

  /** Reads the libraries that `mtllib` statements name; one that is asked for twice is read once. */
  async load(statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      if (this.#askedLibraries.has(statement)) continue
      this.#askedLibraries.add(statement)
      const { whole, parts } = libraryNames(statement)
      const missing = (await this.#loadLibrary(whole)) ? [] : await this.#missingOf(parts, whole)
      for (const name of missing) this.missingCompanions.add(name)
    }
  }

  async #missingOf(names: readonly string[], knownMissing: string): Promise<string[]> {
    const missing: string[] = []
    for (const name of names) if (name === knownMissing || !(await this.#loadLibrary(name))) missing.push(name)
    return missing
  }

  async #loadLibrary(name: string): Promise<boolean> {
    const bytes = await this.#companion(name)
    if (!bytes) return false
    for (const [key, material] of parseMaterialLibrary(decodeText(bytes))) {
      if (!this.#known.has(key)) this.#known.set(key, material)
    }
    return true
  }

  async #companion(name: string): Promise<Uint8Array | null> {
    const source: ByteSource | null = name === '' ? null : await this.#room.companion(name)
    return source && source.size <= largestCompanionBytes ? source.readAll() : null
  }

  /**
   * The scene's material for a name behind `usemtl` (null: none was named). Surfaces with vertex colours get white, so
   * that only those show.
   */
  async use(name: string | null, hasVertexColors: boolean): Promise<SceneMaterial | null> {
    if (name === null && !hasVertexColors) return null
    const key = `${hasVertexColors}\n${name ?? ''}`
    const made = this.#made.get(key) ?? (await this.#make(name, hasVertexColors))
    this.#made.set(key, made)
    return made
  }

  async #make(name: string | null, hasVertexColors: boolean): Promise<SceneMaterial> {
    const { scene } = this.#room
    const stated = name === null ? undefined : this.#known.get(name)
    const color = hasVertexColors ? ([1, 1, 1] as const) : await this.#colorOf(stated)
    const opacity = stated?.opacity ?? 1
    const material = scene.addMaterial({ name: name ?? 'Vertex colours', color, opacity })
    const properties = scene.addPropertySet({
      name: 'Material',
      properties: [
        { name: 'Name', value: name ?? 'Vertex colours' },
        ...(hasVertexColors ? [] : [{ name: 'Colour', value: hexadecimal(color) }]),
        { name: 'Opacity', value: opacity },
        ...(stated?.texture ? [{ name: 'Texture', value: stated.texture }] : []),
      ],
    })
    return { material, properties }
  }

  /** A texture multiplies the colour; black ones are written by exporters that leave the colour to the texture. */
  async #colorOf(stated: ObjMaterial | undefined): Promise<Color> {
    const own = stated?.color ?? plainColor
    const texture = stated?.texture ? await this.#textureColor(stated.texture) : null
    if (!texture) return own
    const isBlack = own.every((channel) => channel === 0)
    return [0, 1, 2].map((channel) => (texture[channel] ?? 1) * (isBlack ? 1 : (own[channel] ?? 1))) as unknown as Color
  }

  async #textureColor(name: string): Promise<Color | null> {
    const known = this.#textureColors.get(name)
    if (known !== undefined) return known
    const bytes = await this.#companion(name)
    if (!bytes) this.missingCompanions.add(name)
    const color = bytes ? averageColor(bytes) : null
    if (bytes) this.#textureColors.set(name, color)
    return color
  }

  /** What the user should know about the textures. */
  get findings(): Finding[] {
    const averaged = [...this.#textureColors].filter(([, color]) => color !== null).map(([name]) => name)
    const unusable = [...this.#textureColors].filter(([, color]) => color === null).map(([name]) => name)
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
