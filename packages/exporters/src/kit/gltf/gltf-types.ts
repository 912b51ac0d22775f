/** Subset of glTF 2.0 (Khronos specification, chapter 5) that an export writes. */
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

/** Node; its matrix is column-major. */
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

/** Mesh of one primitive: a geometry in one material. */
export interface GltfMesh {
  readonly primitives: readonly [
    {
      readonly attributes: Record<string, number>
      /** Omitted for points. */
      readonly indices?: number
      readonly material: number
      /** 0 points, 1 lines, 4 triangles. */
      readonly mode: 0 | 1 | 4
    },
  ]
}

/** Metallic-roughness material. */
export interface GltfMaterial {
  readonly name?: string
  readonly pbrMetallicRoughness: {
    readonly baseColorFactor: readonly number[]
    readonly baseColorTexture?: { readonly index: number }
    readonly metallicFactor: 0
    readonly roughnessFactor: number
  }
  /** `MASK`: pixels with an alpha below one half are not drawn. */
  readonly alphaMode?: 'BLEND' | 'MASK'
  readonly doubleSided: boolean
}

/** Typed view of a buffer view. */
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

/** Byte range of the binary chunk. */
export interface GltfBufferView {
  readonly buffer: 0
  readonly byteOffset: number
  readonly byteLength: number
  /** 34962 vertices, 34963 indices; absent for images. */
  readonly target?: 34962 | 34963
}
