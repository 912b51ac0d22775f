import type { MaterialId, ReadContext } from '@kamar/core'
import { hexadecimal } from '@kamar/core/math'
import type { TextureTransform } from '../kit/texture-transform.js'
import { Textures } from '../kit/textures.js'
import type { SourceMaterial, ModelObject, RhinoModel } from './archive/read-model.js'
import type { ObjectInstance } from './tree.js'

const fromLayer = 0
const fromObject = 1
const byParent = { material: 2, color: 3 } as const

/** Instances of an object with one texture transform; null: untextured. */
export interface TexturedInstances {
  readonly transform: TextureTransform | null
  readonly instances: readonly ObjectInstance[]
}

/** Resolves the appearance of objects and caches their materials. */
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

  /** Groups the instances of an object by texture transform, because a mesh has one set of texture coordinates. */
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

  /** Returns the material of a surface, or its display colour if it has none; null for the colour of its class. */
  async ofSurface(object: ModelObject, instance: ObjectInstance, hasCoordinates = false): Promise<MaterialId | null> {
    const sourceMaterial = this.#findSourceMaterial(object, instance.parents)
    if (sourceMaterial?.texture) return this.#addTextured(sourceMaterial, hasCoordinates)
    const color = sourceMaterial === null ? this.#findObjectColor(object, instance.parents) : null
    // Black is Rhino's default; on a surface it would hide the shape.
    return this.#add(sourceMaterial ?? (color?.color.every((channel) => channel === 0) ? null : color))
  }

  /** Returns the material for points with their own colours. */
  ofColored(): MaterialId | null {
    return this.#add({ name: '', color: [1, 1, 1], opacity: 1 })
  }

  /**
   * Returns the material of a curve, a point or an annotation: its display colour, including black, because the
   * background is light.
   */
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

  /** A texture replaces the colour: Rhino does not multiply them. */
  async #addTextured(
    { texture, ...sourceMaterial }: SourceMaterial,
    hasCoordinates: boolean,
  ): Promise<MaterialId | null> {
    const key = `${sourceMaterial.name} ${sourceMaterial.color.join(' ')} ${sourceMaterial.opacity} ${texture?.name} ${hasCoordinates}`
    const cached = this.#materials.get(key)
    if (cached !== undefined) return cached
    const binding = { hasCoordinates, isClamped: texture?.isClamped, replacesColor: true }
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
