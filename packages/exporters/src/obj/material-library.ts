import { type ExportImage, formatImagePath } from '../kit/export-image.js'
import type { MaterialTexture } from '../kit/gltf/texture-table.js'

/** Material of the package. */
export interface ObjMaterial {
  /** r g b opacity, sRGB, 0 to 255. */
  readonly color: readonly [number, number, number, number]
  readonly texture: MaterialTexture | null
}

/** Returns the name by which faces refer to a material. */
export const materialName = (number: number): string => `material-${number}`

/** Writes the material library (MTL) of an OBJ; materials are named by number. */
export function materialLibrary(
  materials: readonly ObjMaterial[],
  images: ReadonlyMap<number, Pick<ExportImage, 'mimeType'>>,
): string {
  return materials.map((material, number) => materialText(material, number, images)).join('')
}

function materialText(
  { color, texture }: ObjMaterial,
  number: number,
  images: ReadonlyMap<number, Pick<ExportImage, 'mimeType'>>,
): string {
  const image = texture && images.get(texture.image)
  const [red, green, blue] = texture && image ? texture.tint : color
  const lines = [
    `newmtl ${materialName(number)}`,
    `Kd ${[red, green, blue].map(part).join(' ')}`,
    `d ${part(color[3])}`,
  ]
  if (texture && image) {
    lines.push(`map_Kd ${texture.isClamped ? '-clamp on ' : ''}${formatImagePath(texture.image, image)}`)
  }
  return `${lines.join('\n')}\n`
}

/** Converts a channel to 0 to 1. */
const part = (value: number): number => Math.round((value / 255) * 1e4) / 1e4
