/** The parts of glTF 2.0 (Khronos specification, chapter 5) that an export writes. */
export interface GltfDocument {
  readonly asset: { readonly version: '2.0'; readonly generator: string; readonly extras: Record<string, unknown> }
  readonly scene: 0
  readonly scenes: readonly [{ readonly nodes: readonly [0] }]
  readonly nodes: readonly GltfNode[]
  readonly meshes?: readonly GltfMesh[]
  readonly materials?: readonly GltfMaterial[]
  readonly textures?: readonly { readonly source: number; readonly sampler: number }[]
  /** 10497 repeat, 33071 clamp to edge. */
  readonly samplers?: readonly { readonly wrapS: number; readonly wrapT: number }[]
  readonly images?: readonly { readonly bufferView: number; readonly mimeType: string }[]
  readonly accessors?: readonly GltfAccessor[]
  readonly bufferViews?: readonly GltfBufferView[]
  readonly buffers?: readonly [{ readonly byteLength: number }]
}

/** A node; its matrix is column-major. */
export interface GltfNode {
  name?: string
  children?: number[]
  mesh?: number
  rotation?: readonly number[]
  scale?: readonly number[]
  translation?: readonly number[]
  matrix?: readonly number[]
  extras?: Record<string, unknown>
}

/** One primitive: a geometry in one material. */
export interface GltfMesh {
  readonly primitives: readonly [
    {
      readonly attributes: Record<string, number>
      /** Left out for points. */
      readonly indices?: number
      readonly material: number
      /** 0 points, 1 lines, 4 triangles. */
      readonly mode: 0 | 1 | 4
    },
  ]
}

/** A surface of metallic-roughness kind. */
export interface GltfMaterial {
  readonly name?: string
  readonly pbrMetallicRoughness: {
    readonly baseColorFactor: readonly number[]
    readonly baseColorTexture?: { readonly index: number }
    readonly metallicFactor: 0
    readonly roughnessFactor: number
  }
  /** `MASK`: what is less than half there is not drawn. */
  readonly alphaMode?: 'BLEND' | 'MASK'
  readonly doubleSided: boolean
}

/** A typed view on a buffer view. */
export interface GltfAccessor {
  readonly bufferView: number
  /** 5123 unsigned short, 5125 unsigned int, 5126 float. */
  readonly componentType: 5123 | 5125 | 5126
  readonly normalized?: true
  readonly count: number
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4'
  readonly min?: readonly number[]
  readonly max?: readonly number[]
}

/** A run of bytes of the binary chunk. */
export interface GltfBufferView {
  readonly buffer: 0
  readonly byteOffset: number
  readonly byteLength: number
  /** 34962 vertices, 34963 indices; pictures have none. */
  readonly target?: 34962 | 34963
}
