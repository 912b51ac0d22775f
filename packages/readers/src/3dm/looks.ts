import type { MaterialId, ReadRoom } from '@kamar/scene'
import { hexadecimal } from '../shared/color.js'
import type { Look, ModelObject, RhinoModel } from './archive/read-model.js'
import type { Placing } from './tree.js'

const fromLayer = 0
const fromObject = 1
const byParent = { material: 2, color: 3 } as const

/** Finds out how objects look, and hands out their materials. */
export class Looks {
  readonly #model: RhinoModel
  readonly #room: ReadRoom
  readonly #materials = new Map<string, MaterialId>()

  constructor(model: RhinoModel, room: ReadRoom) {
    this.#model = model
    this.#room = room
  }

  /** Of a surface: its material, or its colour on the screen where it has none; null for the colour of its class. */
  ofSurface(object: ModelObject, placing: Placing): MaterialId | null {
    return this.#add(this.#materialOf(object, placing.parents) ?? this.#colorOf(object, placing.parents))
  }

  /** Of points with colours of their own. */
  ofColored(): MaterialId | null {
    return this.#add({ name: '', color: [1, 1, 1], opacity: 1 })
  }

  /** Of a curve, a point or words: its colour on the screen. */
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
    // Black is what Rhino starts with; drawn as a surface, nothing of the shape would be seen.
    if (!color || color.every((channel) => channel === 0)) return null
    return { name: '', color, opacity: 1 }
  }

  #add(look: Look | null): MaterialId | null {
    if (!look) return null
    const key = `${look.name} ${look.color.join(' ')} ${look.opacity}`
    const known = this.#materials.get(key)
    if (known !== undefined) return known
    const material = this.#room.scene.addMaterial({ ...look, name: look.name || hexadecimal(look.color) })
    this.#materials.set(key, material)
    return material
  }
}
