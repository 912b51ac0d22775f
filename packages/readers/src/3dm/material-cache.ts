import type { MaterialId, ReadContext } from '@kamar/scene'
import { hexadecimal } from '../shared/color.js'
import type { TextureTransform } from '../shared/texture-transform.js'
import { Textures } from '../shared/textures.js'
import type { SourceMaterial, ModelObject, RhinoModel } from './archive/read-model.js'
import type { ObjectInstance } from './tree.js'

const fromLayer = 0
const fromObject = 1
const byParent = { material: 2, color: 3 } as const

/** Places in which an object's picture is laid alike; null: no picture is shown. */
export interface TexturedInstances {
  readonly transform: TextureTransform | null
  readonly instances: readonly ObjectInstance[]
}

/** Finds out how objects look, and hands out their materials. */
export class MaterialCache {
  readonly textures: Textures
  readonly #model: RhinoModel
  readonly #context: ReadContext
  readonly #materials = new Map<string, MaterialId>()

  constructor(model: RhinoModel, context: ReadContext) {
    this.#model = model
    this.#context = context
    this.textures = new Textures(context, model.images)
  }

  /** The places of an object by how its picture is laid there: a shape has one set of texture coordinates. */
  async byTexture(object: ModelObject, instances: readonly ObjectInstance[]): Promise<TexturedInstances[]> {
    const groups = new Map<string, { transform: TextureTransform | null; instances: ObjectInstance[] }>()
    for (const instance of instances) {
      const texture = this.#findSourceMaterial(object, instance.parents)?.texture
      const transform = texture && (await this.textures.has(texture.name)) ? texture.transform : null
      const key = transform?.join(' ') ?? ''
      const group = groups.get(key)
      if (group) group.instances.push(instance)
      else groups.set(key, { transform, instances: [instance] })
    }
    return [...groups.values()]
  }

  /** Of a surface: its material, or its colour on the screen where it has none; null for the colour of its class. */
  async ofSurface(object: ModelObject, instance: ObjectInstance, hasCoordinates = false): Promise<MaterialId | null> {
    const sourceMaterial = this.#findSourceMaterial(object, instance.parents)
    if (sourceMaterial?.texture) return this.#addTextured(sourceMaterial, hasCoordinates)
    const color = sourceMaterial === null ? this.#findObjectColor(object, instance.parents) : null
    // Black is what Rhino starts with; drawn as a surface, nothing of the shape would be seen.
    return this.#add(sourceMaterial ?? (color?.color.every((channel) => channel === 0) ? null : color))
  }

  /** Of points with colours of their own. */
  ofColored(): MaterialId | null {
    return this.#add({ name: '', color: [1, 1, 1], opacity: 1 })
  }

  /** Of a curve, a point or an annotation: its color on the screen, black too, as it is drawn over a light ground. */
  ofCurve(object: ModelObject, instance: ObjectInstance): MaterialId | null {
    return this.#add(this.#findObjectColor(object, instance.parents))
  }

  #findSourceMaterial(object: ModelObject, [parent, ...above]: readonly ModelObject[]): SourceMaterial | null {
    const { materialSource, materialIndex, layer } = object
    if (materialSource === byParent.material && parent) return this.#findSourceMaterial(parent, above)
    const index = materialSource === fromLayer ? this.#model.layers.get(layer)?.materialIndex : materialIndex
    return this.#model.materials[index ?? -1] ?? null
  }

  #findObjectColor(object: ModelObject, [parent, ...above]: readonly ModelObject[]): SourceMaterial | null {
    if (object.colorSource === byParent.color && parent) return this.#findObjectColor(parent, above)
    const color = object.colorSource === fromObject ? object.color : this.#model.layers.get(object.layer)?.color
    if (!color) return null
    return { name: '', color, opacity: 1 }
  }

  /** A picture takes the place of the colour: Rhino does not multiply them. */
  async #addTextured(
    { texture, ...sourceMaterial }: SourceMaterial,
    hasCoordinates: boolean,
  ): Promise<MaterialId | null> {
    const key = `${sourceMaterial.name} ${sourceMaterial.color.join(' ')} ${sourceMaterial.opacity} ${texture?.name} ${hasCoordinates}`
    const cached = this.#materials.get(key)
    if (cached !== undefined) return cached
    const wrap = texture?.isClamped ? 'clamp' : 'repeat'
    const binding = { hasCoordinates, wrap, replacesColor: true } as const
    const surface = await this.textures.bind(sourceMaterial.color, texture?.name, binding)
    const name = sourceMaterial.name || hexadecimal(sourceMaterial.color)
    const material = this.#context.scene.addMaterial({ ...surface, name, opacity: sourceMaterial.opacity })
    this.#materials.set(key, material)
    return material
  }

  #add(sourceMaterial: SourceMaterial | null): MaterialId | null {
    if (!sourceMaterial) return null
    const key = `${sourceMaterial.name} ${sourceMaterial.color.join(' ')} ${sourceMaterial.opacity}`
    const cached = this.#materials.get(key)
    if (cached !== undefined) return cached
    const { color, opacity } = sourceMaterial
    const material = this.#context.scene.addMaterial({
      name: sourceMaterial.name || hexadecimal(color),
      color,
      opacity,
    })
    this.#materials.set(key, material)
    return material
  }
}
