import type { ModelTree } from '@kamar/package-format/read'
import { encodeGlbHeader } from '../kit/gltf/glb-header.js'
import { computeExtent } from '../kit/gltf/glb-layout.js'
import { gltfMaterial } from '../kit/gltf/gltf-material.js'
import type { BakedPart } from '../kit/baking/baked-part.js'
import { PartBuilder } from '../kit/baking/part-builder.js'
import type { TileInstance } from './tile-instance.js'
import { elementSchema, elementTable, type TextColumn } from './property-table.js'

type Bytes = Float32Array | Uint16Array | Uint32Array | Uint8Array

/** Structural metadata requires columns aligned to eight bytes. */
const alignment = 8
const extensions = ['EXT_mesh_features', 'EXT_structural_metadata']

/** Content of a tile. */
export interface TileContent {
  readonly parts: readonly TileInstance[]
  readonly tree: ModelTree
  readonly generator: string
}

/**
 * Writes a binary glTF: objects of one colour in one mesh, each vertex with its element number, and a table of the
 * elements.
 */
export function tileGlb({ parts: instances, tree, generator }: TileContent): Uint8Array[] {
  const elements = [...new Set(instances.map(({ element }) => element))].toSorted((one, other) => one - other)
  const numbers = new Map(elements.map((element, number) => [element, number]))
  const buffer = new BinaryBuffer()
  const parts = coloredParts(instances, numbers)
  const { count, columns } = elementTable(tree, elements)
  const meshes = parts.map(({ part, features }, material) => primitive(buffer, { part, features, material, count }))
  const properties = Object.fromEntries(
    // Omits columns without text: their buffers would be empty, which the extension forbids.
    Object.entries(columns)
      .filter(([, { values }]) => values.length > 0)
      .map(([name, column]) => [name, textViews(buffer, column)]),
  )
  const document = {
    asset: { version: '2.0', generator },
    extensionsUsed: extensions,
    extensions: {
      EXT_structural_metadata: {
        schema: elementSchema,
        propertyTables: [{ name: 'elements', class: 'element', count, properties }],
      },
    },
    scene: 0,
    scenes: [{ nodes: meshes.map((_, node) => node) }],
    nodes: meshes.map((_, mesh) => ({ mesh })),
    meshes: meshes.map((own) => ({ primitives: [own] })),
    materials: parts.map(
      ({
        part: {
          color: [red, green, blue, opacity],
          isSingleSided,
        },
      }) => gltfMaterial({ color: [red, green, blue], opacity, isSingleSided }),
    ),
    accessors: buffer.accessors,
    bufferViews: buffer.views,
    buffers: [{ byteLength: buffer.byteLength }],
  }
  return [encodeGlbHeader(document, buffer.byteLength), ...buffer.parts]
}

interface ColoredPart {
  readonly part: BakedPart
  /** Element number per vertex. */
  readonly features: Float32Array
}

function coloredParts(instances: readonly TileInstance[], numbers: ReadonlyMap<number, number>): ColoredPart[] {
  const groups = new Map<string, TileInstance[]>()
  for (const instance of instances) {
    const { colors, isSingleSided } = instance.arrays
    const key = `${instance.color.join(' ')} ${colors !== null} ${isSingleSided}`
    const group = groups.get(key)
    if (group) group.push(instance)
    else groups.set(key, [instance])
  }
  return [...groups.values()].map((group) => {
    const builder = new PartBuilder(group[0]?.color ?? [0, 0, 0, 0], null)
    for (const { arrays } of group) builder.add(arrays)
    const part = builder.part()
    const features = new Float32Array(part.positions.length / 3)
    let vertex = 0
    for (const { arrays, element } of group) {
      const next = vertex + arrays.positions.length / 3
      features.fill(numbers.get(element) ?? 0, vertex, next)
      vertex = next
    }
    return { part, features }
  })
}

function primitive(
  buffer: BinaryBuffer,
  { part, features, material, count }: ColoredPart & { readonly material: number; readonly count: number },
) {
  const { positions, normals, vertexColors, indices } = part
  const vertices = positions.length / 3
  const floats = { componentType: 5126, count: vertices }
  const colors = { componentType: 5123, normalized: true, count: vertices, type: 'VEC4' }
  return {
    attributes: {
      POSITION: buffer.accessor(positions, 34962, { ...floats, type: 'VEC3', ...computeExtent(positions) }),
      NORMAL: buffer.accessor(normals, 34962, { ...floats, type: 'VEC3' }),
      ...(vertexColors === null ? {} : { COLOR_0: buffer.accessor(vertexColors, 34962, colors) }),
      _FEATURE_ID_0: buffer.accessor(features, 34962, { ...floats, type: 'SCALAR' }),
    },
    indices: buffer.accessor(indices, 34963, { componentType: 5125, count: indices.length, type: 'SCALAR' }),
    material,
    mode: 4,
    extensions: { EXT_mesh_features: { featureIds: [{ featureCount: count, attribute: 0, propertyTable: 0 }] } },
  }
}

const textViews = (buffer: BinaryBuffer, { values, offsets }: TextColumn) => ({
  values: buffer.view(values),
  stringOffsets: buffer.view(offsets),
  stringOffsetType: 'UINT32',
})

/** Contents of the binary chunk, in order. */
class BinaryBuffer {
  readonly parts: Uint8Array[] = []
  readonly views: object[] = []
  readonly accessors: object[] = []
  byteLength = 0

  view(content: Bytes, target?: number): number {
    const bytes = new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
    this.views.push({
      buffer: 0,
      byteOffset: this.byteLength,
      byteLength: bytes.length,
      ...(target === undefined ? {} : { target }),
    })
    const padding = (alignment - (bytes.length % alignment)) % alignment
    this.parts.push(bytes)
    if (padding > 0) this.parts.push(new Uint8Array(padding))
    this.byteLength += bytes.length + padding
    return this.views.length - 1
  }

  accessor(content: Bytes, target: number, properties: object): number {
    return this.accessors.push({ bufferView: this.view(content, target), ...properties }) - 1
  }
}
