import type { MaterialId, ReadContext } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { Textures } from '../../kit/textures.js'
import type { Material } from '../model.js'

/** Scene materials by file material; adds each once. */
export class MaterialCache {
  readonly textures: Textures
  readonly #context: ReadContext
  readonly #materialIds = new Map<Material, { plain?: MaterialId; textured?: MaterialId }>()

  constructor(context: ReadContext, materials: readonly Material[]) {
    this.#context = context
    const images = materials.flatMap(({ texture }) => (texture ? [[toKey(texture.name), texture.bytes] as const] : []))
    this.textures = new Textures(context, new Map(images))
  }

  /** Returns the material of faces or lines; null, the colour of their class, without one. */
  async of(material: Material | null, hasCoordinates: boolean): Promise<MaterialId | null> {
    if (material === null) return null
    const cached = this.#materialIds.get(material) ?? {}
    this.#materialIds.set(material, cached)
    const kind = hasCoordinates ? 'textured' : 'plain'
    cached[kind] ??= await this.#add(material, hasCoordinates)
    return cached[kind]
  }

  async #add({ color, name, opacity, texture }: Material, hasCoordinates: boolean): Promise<MaterialId> {
    // Lines have no texture; its colour approximates the texture from a distance.
    const imageName = hasCoordinates ? texture?.name : null
    const surface = await this.textures.bind(color, imageName, { hasCoordinates, replacesColor: true })
    return this.#context.scene.addMaterial({ ...surface, name: plainName(cleanName(name)), opacity })
  }
}

const toKey = (name: string): string => name.toLowerCase()

/** Strips the markers of built-in materials and duplicates: `<Brick>1`, `[Glass]`, `*2`. */
export const plainName = (name: string): string => name.replace(/^[<[*](.+?)[>\]]?(\d*)$/, '$1$2')
