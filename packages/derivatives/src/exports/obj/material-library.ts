import { type ExportPicture, pictureFile } from '../glb/export-picture.js'
import type { WornPicture } from '../glb/texture-table.js'

/** A material of the package. */
export interface ObjMaterial {
  /** r g b opacity, sRGB, 0 to 255. */
  readonly color: readonly [number, number, number, number]
  readonly picture: WornPicture | null
}

/** How faces name a material of the package. */
export const materialName = (number: number): string => `material-${number}`

/** The material library (MTL) of an OBJ; materials are named by number. */
export function materialLibrary(
  materials: readonly ObjMaterial[],
  pictures: ReadonlyMap<number, Pick<ExportPicture, 'mimeType'>>,
): string {
  return materials.map((material, number) => materialText(material, number, pictures)).join('')
}

function materialText(
  { color, picture: worn }: ObjMaterial,
  number: number,
  pictures: ReadonlyMap<number, Pick<ExportPicture, 'mimeType'>>,
): string {
  const picture = worn && pictures.get(worn.picture)
  const [red, green, blue] = worn && picture ? worn.tint : color
  const lines = [
    `newmtl ${materialName(number)}`,
    `Kd ${[red, green, blue].map(part).join(' ')}`,
    `d ${part(color[3])}`,
  ]
  if (worn && picture) {
    lines.push(`map_Kd ${worn.isClamped ? '-clamp on ' : ''}${pictureFile(worn.picture, picture)}`)
  }
  return `${lines.join('\n')}\n`
}

/** 0 to 1. */
const part = (value: number): number => Math.round((value / 255) * 1e4) / 1e4
