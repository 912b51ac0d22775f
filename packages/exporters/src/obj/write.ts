import { exportImages, formatImagePath } from '../kit/export-image.js'
import { listMaterialTextures } from '../kit/gltf/texture-table.js'
import type { ExportJob, OnFraction } from '../kit/export-job.js'
import type { PackageReader } from '@kamar/package-format/package-reader'
import { InstanceSource, type PlacedInstance } from '../kit/placed-instances.js'
import { alignedZip, type ZipFile } from '../kit/stored-zip.js'
import { materialLibrary, materialName, type ObjMaterial } from './material-library.js'

const encoder = new TextEncoder()

/**
 * Writes a zip of Wavefront OBJ, its material library and images: metres, Y up, one object per element, by name.
 * Includes texture coordinates and normals; omits lines and points.
 */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const materials: ObjMaterial[] = []
  const source = await InstanceSource.open(model, (chunk) => {
    const textures = listMaterialTextures(chunk)
    textures.forEach((texture, row) => materials.push({ color: getColor(chunk.materials.color, row), texture }))
  })
  const images = await exportImages(
    model,
    materials.flatMap(({ texture }) => (texture === null ? [] : [texture.image])),
  )
  const files: ZipFile[] = [
    { name: 'model.obj', chunks: await encodeObj(model, source, onFraction) },
    { name: 'model.mtl', chunks: [encoder.encode(materialLibrary(materials, images))] },
    ...[...images].map(([number, texture]) => ({ name: formatImagePath(number, texture), chunks: [texture.bytes] })),
  ]
  yield* alignedZip(files)
}

const getColor = (colors: ArrayLike<number>, row: number): ObjMaterial['color'] => [
  colors[row * 4],
  colors[row * 4 + 1],
  colors[row * 4 + 2],
  colors[row * 4 + 3],
]

async function encodeObj(model: PackageReader, source: InstanceSource, onFraction: OnFraction): Promise<Uint8Array[]> {
  const tree = await model.tree()
  const chunks = [encoder.encode('# Kamar\n# File units = meters\nmtllib model.mtl\n')]
  const numbers = { positions: 1, normals: 1, textureCoordinates: 1 }
  let element = -1
  for await (const instance of source.instances(onFraction)) {
    const isNext = instance.element !== element
    element = instance.element
    const object = isNext ? `o ${toSingleLine(tree.name(element))} ${element}\n` : ''
    chunks.push(encoder.encode(`${object}${instanceText(instance, numbers)}`))
  }
  return chunks
}

/** Converts a name to a single line and preserves spaces. */
const toSingleLine = (name: string): string => name.replaceAll(/[\p{Cc}\\]+/gu, ' ').trim() || 'element'

/** Indices of the next vertex, normal and texture coordinate, which are global to the file. */
interface NextNumbers {
  positions: number
  normals: number
  textureCoordinates: number
}

function instanceText({ arrays, material }: PlacedInstance, next: NextNumbers): string {
  const { indices, normals, positions, textureCoordinates } = arrays
  const lines = [`usemtl ${materialName(material)}`]
  for (let at = 0; at < positions.length; at += 3) lines.push(`v ${formatNumbers(positions, at, 3)}`)
  for (let at = 0; at < normals.length; at += 3) lines.push(`vn ${formatNumbers(normals, at, 3)}`)
  const hasTexture = textureCoordinates !== null
  // In OBJ, 0 0 is the image's lower left corner.
  if (hasTexture) {
    for (let at = 0; at < textureCoordinates.length; at += 2) {
      lines.push(`vt ${rounded(textureCoordinates[at])} ${rounded(1 - textureCoordinates[at + 1])}`)
    }
  }
  const formatVertex = (vertex: number): string =>
    `${vertex + next.positions}/${hasTexture ? vertex + next.textureCoordinates : ''}/${vertex + next.normals}`
  for (let at = 0; at < indices.length; at += 3) {
    lines.push(`f ${formatVertex(indices[at])} ${formatVertex(indices[at + 1])} ${formatVertex(indices[at + 2])}`)
  }
  next.positions += positions.length / 3
  next.normals += normals.length / 3
  next.textureCoordinates += (textureCoordinates?.length ?? 0) / 2
  return `${lines.join('\n')}\n`
}

const formatNumbers = (values: Float32Array, at: number, count: number): string =>
  Array.from(values.subarray(at, at + count), rounded).join(' ')

/** Rounds to a micrometre, or a millionth. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
