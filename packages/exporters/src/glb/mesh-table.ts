import type { GeometryLayout, GlbLayout } from '../kit/gltf/glb-layout.js'
import { gltfMaterial } from '../kit/gltf/gltf-material.js'
import type { GltfAccessor, GltfBufferView, GltfDocument, GltfMaterial, GltfMesh } from '../kit/gltf/gltf-types.js'

const modes = { points: 0, lines: 1, triangles: 4 } as const

/** Table with one glTF mesh for every used pair of geometry and material; pairs share arrays. */
export class MeshTable {
  readonly #layout: GlbLayout
  readonly #meshes: GltfMesh[] = []
  readonly #numbers = new Map<string, number>()
  readonly #attributes = new Map<number, { attributes: Record<string, number>; indices: number | null }>()
  /** Document indices of materials by `number * 4`, plus 1 with texture, plus 2 when single-sided. */
  readonly #materials = new Map<number, number>()
  readonly #accessors: GltfAccessor[] = []
  readonly #bufferViews: GltfBufferView[] = []

  constructor(layout: GlbLayout) {
    this.#layout = layout
  }

  /** Returns the index of the mesh; null when the geometry has nothing to draw. */
  getMesh(geometry: number, material: number): number | null {
    const layout = this.#layout.geometries[geometry] ?? null
    if (layout === null) return null
    const key = `${geometry} ${material}`
    const cached = this.#numbers.get(key)
    if (cached !== undefined) return cached
    const { attributes, indices } = this.#getArrays(geometry, layout)
    const primitive = {
      attributes,
      ...(indices === null ? {} : { indices }),
      material: this.#addMaterial(material, layout),
      mode: modes[layout.kind],
    } as const
    this.#numbers.set(key, this.#meshes.length)
    return this.#meshes.push({ primitives: [primitive] }) - 1
  }

  /** Returns the document's lists; omits empty ones, which glTF forbids. */
  content(): Partial<GltfDocument> {
    if (this.#meshes.length === 0) return {}
    const materials = [...this.#materials.keys()].map((key) => this.#material(key))
    return {
      meshes: this.#meshes,
      materials,
      ...this.#layout.textures.content(),
      accessors: this.#accessors,
      bufferViews: this.#bufferViews,
      buffers: [{ byteLength: this.#layout.byteLength }],
    }
  }

  #getArrays(geometry: number, layout: GeometryLayout) {
    const cached = this.#attributes.get(geometry)
    if (cached) return cached
    const arrays = { attributes: this.#vertexArrays(layout), indices: this.#indices(layout) }
    this.#attributes.set(geometry, arrays)
    return arrays
  }

  #vertexArrays(layout: GeometryLayout): Record<string, number> {
    const { vertexCount: count, min, max } = layout
    const vertices = (start: number, bytesEach: number) => this.#bufferView(start, count * bytesEach, 34962)
    const floats = { componentType: 5126, count, type: 'VEC3' } as const
    const attributes: Record<string, number> = {
      POSITION: this.#accessor({ bufferView: vertices(layout.positions, 12), ...floats, min, max }),
    }
    if (layout.normals !== null) {
      attributes['NORMAL'] = this.#accessor({ bufferView: vertices(layout.normals, 12), ...floats })
    }
    if (layout.colors !== null) {
      const bufferView = vertices(layout.colors, 8)
      attributes['COLOR_0'] = this.#accessor({ bufferView, componentType: 5123, normalized: true, count, type: 'VEC4' })
    }
    if (layout.textureCoordinates !== null) {
      const bufferView = vertices(layout.textureCoordinates, 8)
      attributes['TEXCOORD_0'] = this.#accessor({ bufferView, componentType: 5126, count, type: 'VEC2' })
    }
    return attributes
  }

  #indices({ indices, indexCount: count, isWide }: GeometryLayout): number | null {
    if (indices === null) return null
    const bufferView = this.#bufferView(indices, count * (isWide ? 4 : 2), 34963)
    return this.#accessor({ bufferView, componentType: isWide ? 5125 : 5123, count, type: 'SCALAR' })
  }

  #accessor(accessor: GltfAccessor): number {
    return this.#accessors.push(accessor) - 1
  }

  #bufferView(byteOffset: number, byteLength: number, target: 34962 | 34963): number {
    return this.#bufferViews.push({ buffer: 0, byteOffset, byteLength, target }) - 1
  }

  #addMaterial(material: number, { isSingleSided, textureCoordinates }: GeometryLayout): number {
    const texture = this.#layout.materialTextures[material] ?? null
    const isTextured = textureCoordinates !== null && texture !== null && this.#layout.textures.has(texture.image)
    const key = material * 4 + (isTextured ? 1 : 0) + (isSingleSided ? 2 : 0)
    const number = this.#materials.get(key) ?? this.#materials.size
    this.#materials.set(key, number)
    return number
  }

  #material(key: number): GltfMaterial {
    const { colors, materialNames, materialTextures, textures } = this.#layout
    const number = Math.floor(key / 4)
    const texture = key % 2 === 1 ? (materialTextures[number] ?? null) : null
    const [red = 0, green = 0, blue = 0, opacity = 255] = colors.slice(number * 4, number * 4 + 4)
    return gltfMaterial({
      color: texture?.tint ?? [red, green, blue],
      opacity,
      isSingleSided: (key & 2) !== 0,
      name: materialNames[number],
      ...(texture && {
        baseColorTexture: {
          texture: textures.getTexture(texture, this.#bufferViews),
          hasHoles: textures.hasHoles(texture.image),
        },
      }),
    })
  }
}
