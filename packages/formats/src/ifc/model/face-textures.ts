import type { Finding, ReadContext } from '@kamar/core'
import { maxPixels, type RasterImage } from '@kamar/codecs/image'
import { Textures } from '../../kit/textures.js'
import { lastPathSegment } from '@kamar/codecs/text'
import type { IfcFile } from './ifc-file.js'
import type { ShapePlan } from './shapes/shapes.js'
import type { Styles } from './styles.js'
import { countedFinding } from '../../kit/report.js'

/** Attribute numbers of IfcIndexedTriangleTextureMap and of the kinds of IfcSurfaceTexture (IFC 4). */
const mapAttribute = { textures: 0, faceSet: 1, coordinates: 2 } as const
const textureAttribute = { mode: 2, image: 5, width: 5, height: 6, components: 7 } as const
const white = [1, 1, 1] as const

/** Findings about the textures of a file for the user. */
export interface TextureReport {
  readonly findings: readonly Finding[]
  readonly missing: readonly string[]
}

/**
 * Registers in `styles` which face sets have a texture: those with a texture map whose image is in the file (as pixels
 * or as the bytes of an image file) or attached. Files without texture maps cost nothing.
 */
export async function readFaceTextures(file: IfcFile, styles: Styles, context: ReadContext): Promise<TextureReport> {
  const textures = new Textures(context)
  for (const map of file.index.listRows('IFCINDEXEDTRIANGLETEXTUREMAP')) {
    const [texture = -1] = file.rowsAt(map, mapAttribute.textures)
    const faceSet = file.rowAt(map, mapAttribute.faceSet)
    const list = file.rowAt(map, mapAttribute.coordinates)
    if (file.typeOf(list) !== 'IFCTEXTUREVERTEXLIST' || file.typeOf(faceSet) !== 'IFCTRIANGULATEDFACESET') continue
    const name = loadTexture(file, texture, textures)
    if (!(await textures.has(name))) continue
    const under = styles.all[styles.ofItem(faceSet)]
    const own = file.textAt(texture, textureAttribute.mode)?.toUpperCase() === 'MODULATE' ? under?.color : undefined
    const binding = { hasCoordinates: true, isClamped: !repeats(file, texture) }
    const surface = await textures.bind(own ?? white, name, binding)
    const style = styles.add({ name: under?.name ?? '', opacity: under?.opacity ?? 1, ...surface })
    styles.bindTexture(faceSet, { map, list, style })
  }
  return { findings: [...textures.findings, ...listUnsupportedMaps(file)], missing: [...textures.missing] }
}

/** Other texture mappings, which are not supported: shapes keep the colour of their style. */
const otherMaps = ['IFCTEXTURECOORDINATEGENERATOR', 'IFCTEXTUREMAP', 'IFCINDEXEDPOLYGONALTEXTUREMAP'] as const

function listUnsupportedMaps({ index }: IfcFile): Finding[] {
  const count = otherMaps.reduce((sum, map) => sum + index.listRows(map).length, 0)
  return countedFinding('textures-not-laid', count)
}

/**
 * Reports lost textures: shapes of elements with openings are cut as a whole by a kernel without texture support, and
 * keep their colour.
 */
export function texturesLost(styles: Styles, shapes: ShapePlan['shapes']): Finding[] {
  const lost = new Set(styles.texturedRows)
  if (lost.size > 0) for (const { kind, row } of shapes) if (kind === 'item') lost.delete(row)
  return countedFinding('textures-lost-at-openings', lost.size)
}

/** Returns the name under which `textures` finds an image; registers images of the file there. */
function loadTexture(file: IfcFile, row: number, textures: Textures): string | null {
  const name = row < 0 ? '' : `#${file.index.getId(row)}`
  switch (file.typeOf(row)) {
    case 'IFCIMAGETEXTURE':
      return lastPathSegment(file.textAt(row, textureAttribute.image) ?? '') || null
    case 'IFCBLOBTEXTURE':
      textures.offer(name, binaries(file, row).next().value ?? new Uint8Array(0))
      return name
    case 'IFCPIXELTEXTURE': {
      const image = pixelTexture(file, row)
      if (image !== null) textures.offer(name, image)
      return image && name
    }
    default:
      return null
  }
}

const repeats = (file: IfcFile, row: number): boolean =>
  !/^\s*\(?\s*\.F\.\s*,\s*\.F\./.test(file.attributesText(row, 64))

/**
 * Iterates over the binary values of a statement (ISO 10303-21, 6.4.7): between double quotes the number of unused
 * bits, then hexadecimal digits.
 */
function* binaries(file: IfcFile, row: number): Generator<Uint8Array> {
  for (const [, digits] of file.attributesText(row).matchAll(/"[0-3]([\dA-Fa-f\s]*)"/g))
    yield Uint8Array.from(Buffer.from(digits.replaceAll(/\s/g, ''), 'hex'))
}

/**
 * Reads a pixel texture: rows from the lower edge up, each pixel grey, grey and alpha, RGB, or RGBA; null when it is
 * invalid.
 */
function pixelTexture(file: IfcFile, row: number): RasterImage | null {
  const size = (attribute: number): number => file.numberAt(row, attribute) ?? 0
  const [width, height] = [size(textureAttribute.width), size(textureAttribute.height)]
  const components = size(textureAttribute.components)
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) return null
  if (width * height > maxPixels || !(components >= 1 && components <= 4)) return null
  const data = new Uint8Array(width * height * 4)
  let pixel = 0
  for (const bytes of binaries(file, row)) {
    if (pixel >= width * height) break
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    data.set(readColor(bytes, components), ((height - 1 - y) * width + x) * 4)
    pixel++
  }
  return pixel === 0 ? null : { width, height, data }
}

function readColor(bytes: Uint8Array, components: number): readonly number[] {
  const [first = 0, second = 255, third = 0, fourth = 255] = bytes
  if (components <= 2) return [first, first, first, components === 2 ? second : 255]
  return [first, bytes[1] ?? 0, third, components === 4 ? fourth : 255]
}
