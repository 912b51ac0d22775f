import type { MaterialId, ReadContext } from '@kamar/scene'
import { hexadecimal } from '../shared/color.js'
import type { TextureTransform } from '../shared/texture-transform.js'
import { Textures } from '../shared/textures.js'
import type { Look, ModelObject, RhinoModel } from './archive/read-model.js'
import type { Placing } from './tree.js'

const fromLayer = 0
const fromObject = 1
const byParent = { material: 2, color: 3 } as const

/** Places in which an object's picture is laid alike; null: no picture is shown. */
export interface WornPlacings {
  readonly transform: TextureTransform | null
  readonly placings: readonly Placing[]
}

/** Finds out how objects look, and hands out their materials. */
export class Looks {
  readonly textures: Textures
  readonly #model: RhinoModel
  readonly #room: ReadContext
  readonly #materials = new Map<string, MaterialId>()

  constructor(model: RhinoModel, room: ReadContext) {
    this.#model = model
    this.#room = room
    this.textures = new Textures(room, model.pictures)
  }

  /** The places of an object by how its picture is laid there: a shape has one set of texture coordinates. */
  async byTexture(object: ModelObject, placings: readonly Placing[]): Promise<WornPlacings[]> {
    const groups = new Map<string, { transform: TextureTransform | null; placings: Placing[] }>()
    for (const placing of placings) {
      const texture = this.#materialOf(object, placing.parents)?.texture
      const transform = texture && (await this.textures.has(texture.name)) ? texture.transform : null
      const key = transform?.join(' ') ?? ''
      const group = groups.get(key)
      if (group) group.placings.push(placing)
      else groups.set(key, { transform, placings: [placing] })
    }
    return [...groups.values()]
  }

  /** Of a surface: its material, or its colour on the screen where it has none; null for the colour of its class. */
  async ofSurface(object: ModelObject, placing: Placing, hasCoordinates = false): Promise<MaterialId | null> {
    const look = this.#materialOf(object, placing.parents)
    if (look?.texture) return this.#addTextured(look, hasCoordinates)
    const color = look === null ? this.#colorOf(object, placing.parents) : null
    // Black is what Rhino starts with; drawn as a surface, nothing of the shape would be seen.
    return this.#add(look ?? (color?.color.every((channel) => channel === 0) ? null : color))
  }

  /** Of points with colours of their own. */
  ofColored(): MaterialId | null {
    return this.#add({ name: '', color: [1, 1, 1], opacity: 1 })
  }

  /** Of a curve, a point or an annotation: its color on the screen, black too, as it is drawn over a light ground. */
  ofCurve(object: ModelObject, placing: Placing): MaterialId | null {
    return this.#add(this.#colorOf(object, placing.parents))
  }

  #materialOf(object: ModelObject, [parent, ...above]: readonly ModelObject[]): Look | null {
    const { materialSource, materialIndex, layer } = object
    if (materialSource === byParent.material && parent) return this.#materialOf(parent, above)
    const index = materialSource === fromLayer ? this.#model.layers.get(layer)?.materialIndex : materialIndex
    return this.#model.materials[index ?? -1] ?? null
  }

  #colorOf(object: ModelObject, [parent, ...above]: readonly ModelObject[]): Look | null {
    if (object.colorSource === byParent.color && parent) return this.#colorOf(parent, above)
    const color = object.colorSource === fromObject ? object.color : this.#model.layers.get(object.layer)?.color
    if (!color) return null
    return { name: '', color, opacity: 1 }
  }

  /** A picture takes the place of the colour: Rhino does not multiply them. */
  async #addTextured({ texture, ...look }: Look, hasCoordinates: boolean): Promise<MaterialId | null> {
    const key = `${look.name} ${look.color.join(' ')} ${look.opacity} ${texture?.name} ${hasCoordinates}`
    const known = this.#materials.get(key)
    if (known !== undefined) return known
    const wrap = texture?.isClamped ? 'clamp' : 'repeat'
    const wear = { hasCoordinates, wrap, replacesColor: true } as const
    const surface = await this.textures.wear(look.color, texture?.name, wear)
    const name = look.name || hexadecimal(look.color)
    const material = this.#room.scene.addMaterial({ ...surface, name, opacity: look.opacity })
    this.#materials.set(key, material)
    return material
  }

  #add(look: Look | null): MaterialId | null {
    if (!look) return null
    const key = `${look.name} ${look.color.join(' ')} ${look.opacity}`
    const known = this.#materials.get(key)
    if (known !== undefined) return known
    const { color, opacity } = look
    const material = this.#room.scene.addMaterial({ name: look.name || hexadecimal(color), color, opacity })
    this.#materials.set(key, material)
    return material
  }
}
