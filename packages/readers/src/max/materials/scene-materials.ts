import type { Finding, MaterialId, ReadContext } from '@kamar/scene'
import { hexadecimal, type Color } from '../../shared/color.js'
import type { SceneWriter } from '../../shared/scene-writer.js'
import { cleanName } from '../../shared/names.js'
import { Textures } from '../../shared/textures.js'
import { unlessMisread } from '../../shared/records/misread.js'
import type { SceneObject } from '../container/scene-objects.js'
import { hasSeveral, readLook, readSeveral, type Look, type SeveralMaterials } from './read-material.js'

/** What an object wears: one look, or several by the numbers of its triangles. */
export interface Wardrobe {
  /** The number under which a triangle's material goes. */
  readonly partOf: (materialId: number) => number
  /** The look of a part; null for the colour of its wires. */
  readonly lookOf: (part: number) => Look | null
}

/** Materials of several in one another; one that holds itself ends here. */
const maxNestedMaterials = 8

const bare: Wardrobe = { partOf: () => 0, lookOf: () => null }

/** The materials of a scene, each made when it is first worn. */
export class SceneMaterials {
  readonly textures: Textures
  /** Materials of kinds that are not read, or damaged. */
  readonly unread = new Set<SceneObject>()
  readonly #room: ReadContext
  readonly #writer: SceneWriter
  /** Files' names by their identities. */
  readonly #assets: ReadonlyMap<string, string>
  readonly #looks = new Map<SceneObject, Look | null>()
  readonly #wardrobes = new Map<SceneObject, Wardrobe>()
  readonly #made = new Map<string, MaterialId>()
  readonly #notLaid = new Set<Look>()

  constructor(room: ReadContext, writer: SceneWriter, assets: ReadonlyMap<string, string>) {
    this.#room = room
    this.#writer = writer
    this.#assets = assets
    this.textures = new Textures(room)
  }

  /** What a material puts on; the same one for all that wear it. */
  wardrobeOf(material: SceneObject | undefined): Wardrobe {
    if (material === undefined) return bare
    const wardrobe = this.#wardrobes.get(material) ?? this.#makeWardrobe(material)
    this.#wardrobes.set(material, wardrobe)
    return wardrobe
  }

  /** The picture that a look shows, if it is attached and laid as the shape says; '' for none. */
  async shownPicture(look: Look | null): Promise<string> {
    const file = this.#fileOf(look)
    return (await this.textures.has(file)) ? file : ''
  }

  /** The scene's material for a look. */
  async use(look: Look, hasCoordinates: boolean): Promise<MaterialId> {
    const file = this.#fileOf(look)
    if (look.picture && file === '') this.#notLaid.add(look)
    const surface = await this.textures.wear(look.color, file, { hasCoordinates, replacesColor: true })
    const name = cleanName(look.name) || 'material'
    const key = JSON.stringify([name, surface, look.opacity])
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = this.#room.scene.addMaterial({ name, ...surface, opacity: look.opacity })
    this.#made.set(key, made)
    return made
  }

  /** The material of a node that has none: the colour of its wires. */
  wire(color: Color): MaterialId {
    return this.#writer.material({ name: hexadecimal(color), color, opacity: 1 })
  }

  /** What the user should know. */
  get findings(): Finding[] {
    const count = this.#notLaid.size
    const notLaid: Finding = { code: 'textures-not-laid', severity: 'information', details: { count } }
    return [...this.textures.findings, ...(count > 0 ? [notLaid] : [])]
  }

  #makeWardrobe(material: SceneObject, depth = 0): Wardrobe {
    if (!hasSeveral(material)) return { partOf: () => 0, lookOf: () => this.#lookOf(material) }
    const several = this.#severalOf(material)
    const count = several?.materials.length ?? 0
    const rows = new Map(several?.numbers.map((number, row) => [number, row]))
    return {
      // Numbers that no material has begin again with the first one.
      partOf: (materialId) => rows.get(materialId) ?? (count > 0 ? materialId % count : 0),
      lookOf: (part) => this.#partLookOf(several, part, depth),
    }
  }

  /** The look of a part; a material of several in one of several goes by the same number of triangles. */
  #partLookOf(several: SeveralMaterials | null, part: number, depth: number): Look | null {
    const own = several?.materials[part]
    if (!own) return null
    if (!hasSeveral(own) || depth === maxNestedMaterials) return this.#lookOf(own)
    const { lookOf, partOf } = this.#makeWardrobe(own, depth + 1)
    return lookOf(partOf(several?.numbers[part] ?? part))
  }

  #fileOf(look: Look | null): string {
    const picture = look?.picture
    return picture?.isPlain ? (this.#assets.get(picture.file) ?? '') : ''
  }

  #lookOf(material: SceneObject): Look | null {
    const known = this.#looks.get(material)
    if (known !== undefined) return known
    const look = readLook(material)
    if (look === null) this.unread.add(material)
    this.#looks.set(material, look)
    return look
  }

  #severalOf(material: SceneObject): SeveralMaterials | null {
    const several = unlessMisread(() => readSeveral(material))
    if (several === null) this.unread.add(material)
    return several
  }
}
