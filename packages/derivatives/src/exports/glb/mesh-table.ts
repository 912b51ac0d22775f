import type { GeometryPlace, GlbLayout } from './glb-layout.js'
import { gltfMaterial } from './gltf-material.js'
import type { GltfAccessor, GltfBufferView, GltfDocument, GltfMaterial, GltfMesh } from './gltf-types.js'

const modes = { points: 0, lines: 1, triangles: 4 } as const

/** One glTF mesh for every pair of geometry and material in use; arrays are shared between pairs. */
export class MeshTable {
  readonly #layout: GlbLayout
  readonly #meshes: GltfMesh[] = []
  readonly #numbers = new Map<string, number>()
  readonly #attributes = new Map<number, { attributes: Record<string, number>; indices: number | null }>()
  /** Numbers in the document of materials by `number * 4`, plus 1 with their picture, plus 2 on one side. */
  readonly #materials = new Map<number, number>()
  readonly #accessors: GltfAccessor[] = []
  readonly #bufferViews: GltfBufferView[] = []

  constructor(layout: GlbLayout) {
    this.#layout = layout
  }

  /** Number of the mesh; null when the geometry has nothing to draw. */
  meshOf(geometry: number, material: number): number | null {
    const place = this.#layout.geometries[geometry] ?? null
    if (place === null) return null
    const key = `${geometry} ${material}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const { attributes, indices } = this.#arraysOf(geometry, place)
    const primitive = {
      attributes,
      ...(indices === null ? {} : { indices }),
      material: this.#materialOf(material, place),
      mode: modes[place.kind],
    } as const
    this.#numbers.set(key, this.#meshes.length)
    return this.#meshes.push({ primitives: [primitive] }) - 1
  }

  /** An empty list is not glTF: a part that is not there is left out. */
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

  #arraysOf(geometry: number, place: GeometryPlace) {
    const known = this.#attributes.get(geometry)
    if (known) return known
    const made = { attributes: this.#vertexArrays(place), indices: this.#indices(place) }
    this.#attributes.set(geometry, made)
    return made
  }

  #vertexArrays(place: GeometryPlace): Record<string, number> {
    const { vertexCount: count, min, max } = place
    const vertices = (start: number, bytesEach: number) => this.#bufferView(start, count * bytesEach, 34962)
    const floats = { componentType: 5126, count, type: 'VEC3' } as const
    const attributes: Record<string, number> = {
      POSITION: this.#accessor({ bufferView: vertices(place.positions, 12), ...floats, min, max }),
    }
    if (place.normals !== null) {
      attributes['NORMAL'] = this.#accessor({ bufferView: vertices(place.normals, 12), ...floats })
    }
    if (place.colors !== null) {
      const bufferView = vertices(place.colors, 8)
      attributes['COLOR_0'] = this.#accessor({ bufferView, componentType: 5123, normalized: true, count, type: 'VEC4' })
    }
    if (place.textureCoordinates !== null) {
      const bufferView = vertices(place.textureCoordinates, 8)
      attributes['TEXCOORD_0'] = this.#accessor({ bufferView, componentType: 5126, count, type: 'VEC2' })
    }
    return attributes
  }

  #indices({ indices, indexCount: count, isWide }: GeometryPlace): number | null {
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

  #materialOf(material: number, { isSingleSided, textureCoordinates }: GeometryPlace): number {
    const worn = this.#layout.pictures[material] ?? null
    const isTextured = textureCoordinates !== null && worn !== null && this.#layout.textures.has(worn.picture)
    const key = material * 4 + (isTextured ? 1 : 0) + (isSingleSided ? 2 : 0)
    const number = this.#materials.get(key) ?? this.#materials.size
    this.#materials.set(key, number)
    return number
  }

  #material(key: number): GltfMaterial {
    const { colors, materialNames, pictures, textures } = this.#layout
    const number = Math.floor(key / 4)
    const worn = key % 2 === 1 ? (pictures[number] ?? null) : null
    const [red = 0, green = 0, blue = 0, opacity = 255] = colors.slice(number * 4, number * 4 + 4)
    return gltfMaterial({
      color: worn?.tint ?? [red, green, blue],
      opacity,
      isSingleSided: (key & 2) !== 0,
      name: materialNames[number],
      ...(worn && {
        picture: { texture: textures.textureOf(worn, this.#bufferViews), hasHoles: textures.hasHoles(worn.picture) },
      }),
    })
  }
}
