import type { MaterialId, ReadContext } from '@kamar/scene'
import { cleanName } from '../../shared/names.js'
import { Textures } from '../../shared/textures.js'
import type { Material } from '../model.js'

/** Hands out the scene's materials for those of a file; each is added once. */
export class Looks {
  readonly textures: Textures
  readonly #room: ReadContext
  readonly #known = new Map<Material, { plain?: MaterialId; laid?: MaterialId }>()

  constructor(room: ReadContext, materials: readonly Material[]) {
    this.#room = room
    const pictures = materials.flatMap(({ texture }) =>
      texture ? [[keyOf(texture.name), texture.bytes] as const] : [],
    )
    this.textures = new Textures(room, new Map(pictures))
  }

  /** Of faces or lines; null, the colour of their class, where they have no material. */
  async of(material: Material | null, hasCoordinates: boolean): Promise<MaterialId | null> {
    if (material === null) return null
    const known = this.#known.get(material) ?? {}
    this.#known.set(material, known)
    const kind = hasCoordinates ? 'laid' : 'plain'
    known[kind] ??= await this.#add(material, hasCoordinates)
    return known[kind]
  }

  async #add({ color, name, opacity, texture }: Material, hasCoordinates: boolean): Promise<MaterialId> {
    // Lines have no picture; the colour beside it is what it looks like from afar.
    const picture = hasCoordinates ? texture?.name : null
    const surface = await this.textures.wear(color, picture, { hasCoordinates, replacesColor: true })
    return this.#room.scene.addMaterial({ ...surface, name: plainName(cleanName(name)), opacity })
  }
}

const keyOf = (name: string): string => name.toLowerCase()

/** `<Brick>1`, `[Glass]`, `*2`: marks of the program's own materials and of doubles. */
export const plainName = (name: string): string => name.replace(/^[<[*](.+?)[>\]]?(\d*)$/, '$1$2')
