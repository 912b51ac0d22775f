import { cleanName, lastPathSegment } from '@kamar/codecs/text'
import { throwIfBeyond, type ReaderLimits } from '@kamar/core'
import { untransformed } from '../../kit/texture-transform.js'
import type { SourceTexture } from '../../kit/textures.js'
import { attempt } from './kernel.js'
import type {
  Attributes,
  BlockDefinition,
  BlockReference,
  Handle,
  HandleList,
  RhinoArchive,
  RhinoLayer,
  RhinoMaterial,
  RhinoText,
} from './kernel-types.js'
import { objectTypes } from './object-types.js'

/** Material of the source: colour channels and opacity, 0 to 1. */
export interface SourceMaterial {
  readonly name: string
  readonly color: readonly [number, number, number]
  readonly opacity: number
  readonly texture?: SourceTexture
}

/** Layer of the file. */
export interface Layer {
  readonly id: string
  readonly parentId: string
  readonly name: string
  readonly path: string
  readonly isVisible: boolean
  readonly color: readonly [number, number, number]
  readonly materialIndex: number
}

/** Object of the file; its geometry is loaded on demand. */
export interface ModelObject {
  /** Row in the archive's object table. */
  readonly row: number
  readonly id: string
  readonly name: string
  readonly type: number
  readonly isVisible: boolean
  /** Whether it is on a layout instead of in the model. */
  readonly isOnLayout: boolean
  readonly isInBlock: boolean
  readonly layer: number
  readonly materialIndex: number
  /** 0 from the layer, 1 its own, 2 from its parent (3 for colours). */
  readonly materialSource: number
  readonly colorSource: number
  readonly color: readonly [number, number, number]
  readonly userTexts: readonly (readonly [string, string])[]
  readonly groups: readonly number[]
  /** Content of a text or a dot. */
  readonly text: string
  readonly block: { readonly id: string; readonly rows: readonly number[] } | null
}

/** Block: objects by their ids. */
export interface Block {
  readonly name: string
  readonly description: string
  readonly sourceArchive: string
  readonly objectIds: readonly string[]
}

/** Contents of a file except its geometry. */
export interface RhinoModel {
  readonly layers: ReadonlyMap<number, Layer>
  readonly materials: readonly (SourceMaterial | null)[]
  readonly groups: readonly string[]
  readonly objects: readonly ModelObject[]
  /** Number of objects that the library could not return. */
  readonly damagedObjects: number
  readonly blocks: ReadonlyMap<string, Block>
  readonly texts: readonly (readonly [string, string])[]
  /** Images embedded in the file, by lower-case name. */
  readonly images: ReadonlyMap<string, Uint8Array>
}

/** Reads names, layers, materials, blocks and the attributes of objects. */
export function readModel(archive: RhinoArchive, limits: ReaderLimits): RhinoModel {
  const count = archive.objects().count
  throwIfBeyond('nodes', count, limits)
  const objects = readRows(archive.objects(), (item, row) => {
    const attributes = item.attributes()
    const geometry = item.geometry()
    if (!geometry) return null
    const object = readObject(row, attributes, geometry as BlockReference & RhinoText)
    geometry.delete()
    attributes.delete()
    return object
  })
  return {
    objects,
    damagedObjects: count - objects.length,
    layers: new Map(readRows(archive.layers(), readLayer)),
    materials: readAllRows(archive.materials(), readMaterial),
    groups: readAllRows(archive.groups(), ({ name }) => name).map((name) => name ?? ''),
    blocks: new Map(readRows(archive.instanceDefinitions(), readBlock)),
    texts: readDocumentText(archive),
    images: readImages(archive),
  }
}

/** Reads the rows of a table that the library can return. */
function readRows<Item extends Handle, Result>(
  table: HandleList<Item>,
  read: (item: Item, row: number) => Result | null,
): Result[] {
  return readAllRows(table, read).filter((result) => result !== null)
}

/** Reads each row of a table by number; null when the library cannot return it. */
function readAllRows<Item extends Handle, Result>(
  table: HandleList<Item>,
  read: (item: Item, row: number) => Result | null,
): (Result | null)[] {
  return Array.from({ length: table.count }, (_, row) =>
    attempt(() => {
      const item = table.get(row)
      const result = read(item, row)
      item.delete()
      return result
    }),
  )
}

function readObject(row: number, attributes: Attributes, geometry: BlockReference & RhinoText): ModelObject {
  const type = geometry.objectType.value
  const { r, g, b } = attributes.objectColor
  return {
    row,
    type,
    id: attributes.id,
    name: attributes.name,
    isVisible: attributes.visible && attributes.mode.value !== hiddenMode,
    isOnLayout: attributes.activeSpace.value === pageSpace,
    isInBlock: attributes.isInstanceDefinitionObject,
    layer: attributes.layerIndex,
    materialIndex: attributes.materialIndex,
    materialSource: attributes.materialSource.value,
    colorSource: attributes.colorSource.value,
    color: [r / 255, g / 255, b / 255],
    userTexts: [...attributes.getUserStrings(), ...geometry.getUserStrings()].filter(([key]) => !isInternal(key)),
    groups: attributes.groupCount > 0 ? [...(attributes.getGroupList() ?? [])] : [],
    text: getText(type, geometry),
    block: type === objectTypes.blockReference ? readBlockReference(geometry) : null,
  }
}

const hiddenMode = 1
const pageSpace = 2

/** Rhino stores internal entries among the user's texts. */
const isInternal = (key: string): boolean => key.startsWith('$')

function getText(type: number, geometry: RhinoText): string {
  if (type === objectTypes.annotation) return geometry.plainText ?? ''
  return type === objectTypes.textDot ? (geometry.text ?? '') : ''
}

function readBlockReference({ parentIdefId, xform }: BlockReference): ModelObject['block'] {
  const rows = [...xform.toFloatArray(true)]
  xform.delete()
  return { id: parentIdefId, rows }
}

function readLayer(layer: RhinoLayer): readonly [number, Layer] {
  const { r, g, b } = layer.color
  return [
    layer.index,
    {
      id: layer.id,
      parentId: layer.parentLayerId,
      name: layer.name,
      path: layer.fullPath,
      isVisible: layer.visible,
      color: [r / 255, g / 255, b / 255],
      materialIndex: layer.renderMaterialIndex,
    },
  ]
}

function readMaterial(material: RhinoMaterial): SourceMaterial {
  const physical = material.physicallyBased()
  const isPhysical = physical?.supported === true
  const { r, g, b } = isPhysical ? physical.baseColor : material.diffuseColor
  const largest = isPhysical ? 1 : 255
  const opacity = isPhysical ? physical.opacity : 1 - material.transparency
  physical?.delete()
  const texture = readTexture(material)
  return {
    ...(texture && { texture }),
    name: material.name,
    color: [channel(r / largest), channel(g / largest), channel(b / largest)],
    opacity: channel(opacity),
  }
}

/** Reads the texture's matrix, of which an image uses the first two rows. */
function readTexture(material: RhinoMaterial): SourceTexture | null {
  const texture = material.getBitmapTexture()
  if (!texture) return null
  const { uvwTransform } = texture
  const rows = uvwTransform.toFloatArray(true)
  uvwTransform.delete()
  const name = texture.enabled ? cleanName(lastPathSegment(texture.fileName)) : ''
  const isClamped = texture.wrapU === clampedWrap
  texture.delete()
  const uvMatrix = [rows[0], rows[4], rows[1], rows[5], rows[3], rows[7]] as const
  const isFinite = uvMatrix.every((value) => Number.isFinite(value))
  return name === '' ? null : { name, isClamped, transform: isFinite ? uvMatrix : untransformed }
}

const clampedWrap = 1
/** Larger files in the archive are not images that a material uses. */
const maxImageBytes = 32 * 2 ** 20

function readImages(archive: RhinoArchive): Map<string, Uint8Array> {
  const images = new Map<string, Uint8Array>()
  for (const path of attempt(() => archive.embeddedFilePaths()) ?? []) {
    const encoded = attempt(() => archive.getEmbeddedFileAsBase64(path)) ?? ''
    const name = cleanName(lastPathSegment(path)).toLowerCase()
    if (name !== '' && encoded !== '' && encoded.length < (maxImageBytes * 4) / 3)
      images.set(name, Uint8Array.from(Buffer.from(encoded, 'base64')))
  }
  return images
}

const channel = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1)

function readBlock(block: BlockDefinition): readonly [string, Block] {
  const { id, name, description, sourceArchive } = block
  return [id, { name, description, sourceArchive, objectIds: [...block.getObjectIds()] }]
}

function readDocumentText(archive: RhinoArchive): [string, string][] {
  return (
    attempt(() => {
      const table = archive.strings()
      const texts = Array.from({ length: table.count }, (_, row) => table.get(row) ?? [])
      return texts.flatMap(([key, value]): [string, string][] => (key && value !== undefined ? [[key, value]] : []))
    }) ?? []
  )
}
