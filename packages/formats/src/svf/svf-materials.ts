import type { MaterialId, ReadContext } from '@kamar/core'
import type { Color } from '@kamar/core/math'
import type { SVFReader } from 'svf-utils'
import { Textures } from '../kit/textures.js'
import { readAssets } from './needed-assets.js'
import { undamagedOrNull, type OpenSvf } from './open-svf.js'

type LibraryMaterial = Awaited<ReturnType<SVFReader['readMaterials']>>[number]

/** Texture repeats per unit of the mesh's own texture coordinates. */
export type TextureScale = readonly [u: number, v: number]

const withoutScale: TextureScale = [1, 1]
const materialsFile = 'Materials.json.gz'
const maxImageBytes = 32 * 1024 * 1024

/** Materials of a derivative by number. */
export class SvfMaterials {
  readonly textures: Textures
  /** Whether the materials could not be read: everything then has the colour of its class. */
  readonly areDamaged: boolean
  readonly #context: ReadContext
  readonly #open: OpenSvf
  readonly #materials: readonly LibraryMaterial[]
  readonly #images: ReadonlyMap<string, string>
  readonly #materialIds = new Map<string, MaterialId>()

  private constructor(context: ReadContext, open: OpenSvf, read: SvfMaterialParts) {
    this.#context = context
    this.#open = open
    this.#materials = read.materials
    this.#images = read.images
    this.areDamaged = read.areDamaged
    this.textures = new Textures(context)
  }

  static async open(context: ReadContext, open: OpenSvf): Promise<SvfMaterials> {
    const assets = await readAssets(open.model)
    const hasMaterials = assets.some(({ URI }) => URI === materialsFile) && open.find(materialsFile) !== null
    const read = hasMaterials ? await undamagedOrNull(() => open.model.readMaterials()) : []
    const materials = read ?? []
    const images = new Map(open.model.listImages().map((uri) => [toImageKey(uri), uri]))
    return new SvfMaterials(context, open, { materials, images, areDamaged: read === null })
  }

  /** Returns the texture scale of a material, or null if it has no texture. */
  findScale(number: number): TextureScale | null {
    const map = this.#materials[number]?.maps?.diffuse
    if (!map || !this.#images.has(toImageKey(map.uri))) return null
    const { texture_UScale: u, texture_VScale: v } = map.scale
    return Number.isFinite(u) && Number.isFinite(v) ? [u, v] : withoutScale
  }

  /**
   * Returns the scene material for a material number, or null (the colour of the element's class) if the derivative has
   * none.
   */
  async ensureMaterial(number: number, hasCoordinates: boolean): Promise<MaterialId | null> {
    const material = this.#materials[number]
    if (!material) return null
    const key = `${number} ${hasCoordinates}`
    const cached = this.#materialIds.get(key)
    if (cached !== undefined) return cached
    const uri = material.maps?.diffuse?.uri
    if (uri !== undefined) await this.#offer(uri)
    const surface = await this.textures.bind(toColor(material), uri, { hasCoordinates })
    const opacity = channel(material.opacity ?? 1)
    const materialId = this.#context.scene.addMaterial({ name: `material ${number}`, ...surface, opacity })
    this.#materialIds.set(key, materialId)
    return materialId
  }

  async #offer(uri: string): Promise<void> {
    const address = this.#images.get(toImageKey(uri))
    const source = address === undefined ? null : this.#open.find(address)
    if (source !== null && source.size <= maxImageBytes) this.textures.offer(uri, await source.readAll())
  }
}

interface SvfMaterialParts {
  readonly materials: readonly LibraryMaterial[]
  readonly images: ReadonlyMap<string, string>
  readonly areDamaged: boolean
}

/** Files spell the same image path with either slash and in either case. */
const toImageKey = (uri: string): string => uri.replaceAll('\\', '/').toLowerCase()
const channel = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1

/** The perceived colour of a metal is its reflection. */
function toColor({ diffuse, metal, specular }: NonNullable<LibraryMaterial>): Color {
  const [red = 0.8, green = 0.8, blue = 0.8] = (metal ? specular : diffuse) ?? []
  return [channel(red), channel(green), channel(blue)]
}
