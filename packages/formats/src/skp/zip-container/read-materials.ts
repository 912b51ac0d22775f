import type { PartArchive } from '@kamar/codecs/zip'
import { parseXml, type XmlElement } from '@kamar/codecs/xml'
import { lastPathSegment } from '@kamar/codecs/text'
import type { Color } from '@kamar/core/math'
import { tryParse } from '@kamar/codecs/records'
import type { Material, Texture } from '../model.js'
import { readId } from './entity-id.js'
import type { Tagged } from './tagged.js'
import { tags } from './tags.js'

/** Reads the materials of a file by number; each has a separate part. Returns the number of unreadable ones. */
export async function readMaterials(
  root: Tagged,
  archive: PartArchive,
): Promise<{ readonly materials: Map<number, Material>; readonly missed: number }> {
  const materials = new Map<number, Material>()
  let missed = 0
  const records = tryParse(() => root.path(tags.materials, tags.materialList, tags.materialItems)?.children ?? [])
  if (records === null) return { materials, missed: 1 }
  for (const record of records.filter(({ tag }) => tag === tags.material)) {
    const folder = tryParse(() => record.required(tags.materialFolder).text)
    const id = tryParse(() => readId(record))
    const material = folder === null || id === null ? null : await readMaterial(archive, folder)
    if (material === null || id === null) missed++
    else materials.set(id, material)
  }
  return { materials, missed }
}

async function readMaterial(archive: PartArchive, folder: string): Promise<Material | null> {
  const part = await archive.read(`materials/${folder}/material.xml`)
  const described = part && parseXml(part)?.children.find(({ name }) => name === 'material')
  if (!described) return null
  const number = (name: string): number => Number(described.attributes.get(name))
  const color = ['colorRed', 'colorGreen', 'colorBlue'].map((name) => number(name) / 255) as unknown as Color
  if (!color.every((channel) => channel >= 0 && channel <= 1)) return null
  const opacity = described.attributes.get('useTrans') === '1' ? number('trans') : 1
  return {
    name: described.attributes.get('name') ?? folder,
    color,
    opacity: opacity >= 0 && opacity <= 1 ? opacity : 1,
    texture: await readTexture(archive, folder, described),
  }
}

async function readTexture(archive: PartArchive, folder: string, described: XmlElement): Promise<Texture | null> {
  const texture = described.children.find(({ name }) => name === 'texture')
  const image = texture?.children.find(({ name }) => name === 'images')?.children[0]
  const file = lastPathSegment(image?.attributes.get('path') ?? '')
  if (texture === undefined || file === '') return null
  const bytes = await archive.read(`materials/${folder}/${file}`)
  const [widthInches, heightInches] = ['xScale', 'yScale'].map((name) => Number(texture.attributes.get(name)))
  if (bytes === null || !(widthInches > 0) || !(heightInches > 0)) return null
  return { name: `${folder}/${file}`, bytes, widthInches, heightInches }
}
