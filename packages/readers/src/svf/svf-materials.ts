import type { MaterialId, ReadContext } from '@kamar/scene'
import type { SVFReader } from 'svf-utils'
import type { Color } from '../shared/color.js'
import { Textures } from '../shared/textures.js'
import { assetsOf } from './needed-assets.js'
import { undamagedOrNull, type OpenSvf } from './open-svf.js'

type LibraryMaterial = Awaited<ReturnType<SVFReader['readMaterials']>>[number]

/** How often a picture is repeated per unit of the mesh's own texture coordinates. */
export type TextureScale = readonly [u: number, v: number]

const withoutScale: TextureScale = [1, 1]
const materialsFile = 'Materials.json.gz'
const largestPictureBytes = 32 * 1024 * 1024

/** The looks of a derivative by their numbers. */
export class SvfMaterials {
  readonly textures: Textures
  /** Whether they could not be read: everything then has the colour of its class. */
  readonly areDamaged: boolean
  readonly #room: ReadContext
  readonly #open: OpenSvf
  readonly #materials: readonly LibraryMaterial[]
  readonly #pictures: ReadonlyMap<string, string>
  readonly #known = new Map<string, MaterialId>()

  private constructor(room: ReadContext, open: OpenSvf, read: SvfMaterialParts) {
    this.#room = room
    this.#open = open
    this.#materials = read.materials
    this.#pictures = read.pictures
    this.areDamaged = read.areDamaged
    this.textures = new Textures(room)
  }

  static async open(room: ReadContext, open: OpenSvf): Promise<SvfMaterials> {
    const assets = await assetsOf(open.model)
    const hasMaterials = assets.some(({ URI }) => URI === materialsFile) && open.find(materialsFile) !== null
    const read = hasMaterials ? await undamagedOrNull(() => open.model.readMaterials()) : []
    const materials = read ?? []
    const pictures = new Map(open.model.listImages().map((uri) => [pictureKey(uri), uri]))
    return new SvfMaterials(room, open, { materials, pictures, areDamaged: read === null })
  }

  /** How a material stretches its picture over a mesh; null where it shows none. */
  scaleOf(number: number): TextureScale | null {
    const map = this.#materials[number]?.maps?.diffuse
    if (!map || !this.#pictures.has(pictureKey(map.uri))) return null
    const { texture_UScale: u, texture_VScale: v } = map.scale
    return Number.isFinite(u) && Number.isFinite(v) ? [u, v] : withoutScale
  }

  /** The scene's material for a look; null, which is the colour of the element's class, where the derivative has none. */
  async materialOf(number: number, hasCoordinates: boolean): Promise<MaterialId | null> {
    const material = this.#materials[number]
    if (!material) return null
    const key = `${number} ${hasCoordinates}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const picture = material.maps?.diffuse?.uri
    if (picture !== undefined) await this.#offer(picture)
    const surface = await this.textures.wear(colorOf(material), picture, { hasCoordinates })
    const opacity = channel(material.opacity ?? 1)
    const made = this.#room.scene.addMaterial({ name: `material ${number}`, ...surface, opacity })
    this.#known.set(key, made)
    return made
  }

  async #offer(picture: string): Promise<void> {
    const address = this.#pictures.get(pictureKey(picture))
    const source = address === undefined ? null : this.#open.find(address)
    if (source !== null && source.size <= largestPictureBytes) this.textures.offer(picture, await source.readAll())
  }
}

interface SvfMaterialParts {
  readonly materials: readonly LibraryMaterial[]
  readonly pictures: ReadonlyMap<string, string>
  readonly areDamaged: boolean
}

/** The same picture is written with either slash and in either case. */
const pictureKey = (uri: string): string => uri.replaceAll('\\', '/').toLowerCase()
const channel = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1

/** Of a metal the reflection is what people take for its colour. */
function colorOf({ diffuse, metal, specular }: NonNullable<LibraryMaterial>): Color {
  const [red = 0.8, green = 0.8, blue = 0.8] = (metal ? specular : diffuse) ?? []
  return [channel(red), channel(green), channel(blue)]
}
