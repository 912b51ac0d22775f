import type { MaterialId, PropertySetId, SceneBuilder } from '@kamar/core'
import { hexadecimal } from '@kamar/core/math'
import type { Surface } from './textures.js'

/** A material of the scene and its entries in the property panel. */
export interface SceneMaterial {
  readonly material: MaterialId
  readonly properties: PropertySetId
}

/** Attributes of the shapes that use a material. */
export interface MaterialUsage {
  readonly hasVertexColors: boolean
  readonly hasTextureCoordinates: boolean
}

/** Appearance and name of a material; `textureName` is empty without a texture. */
export interface NamedSurface {
  readonly name: string
  readonly surface: Surface
  readonly opacity: number
  readonly textureName: string
  /** False where the vertices have colours of their own. */
  readonly listsColor: boolean
}

/** Adds a material and its entries in the property panel. */
export function addSceneMaterial(
  scene: SceneBuilder,
  { name, surface, opacity, textureName, listsColor }: NamedSurface,
): SceneMaterial {
  const properties = scene.addPropertySet({
    name: 'Material',
    properties: [
      { name: 'Name', value: name },
      ...(listsColor ? [{ name: 'Colour', value: hexadecimal(surface.color) }] : []),
      { name: 'Opacity', value: opacity },
      ...(textureName === '' ? [] : [{ name: 'Texture', value: textureName }]),
    ],
  })
  return { material: scene.addMaterial({ name, ...surface, opacity }), properties }
}
