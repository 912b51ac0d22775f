/** A material of the editor section. */
export interface TdsMaterial {
  name: string
  /** Diffuse colour, channels 0 to 1. */
  color: readonly [red: number, green: number, blue: number]
  /** 1 opaque. */
  opacity: number
  texture?: TdsTexture | undefined
}

/** The diffuse texture of a material. */
export interface TdsTexture {
  /** File name. */
  name: string
  /** The picture stops at its edges. */
  isClamped: boolean
  /** How often it fits into 0 to 1, across and up. */
  scale: [number, number]
  /** By how much it is shifted, across and up. */
  offset: [number, number]
  /** Degrees, about the picture's middle. */
  angle: number
}

/** Faces of a mesh that wear one material. */
export interface MaterialFaces {
  readonly material: string
  readonly faces: Uint16Array
}

/** A triangle mesh of the editor section, in the file's unit, Z up, where it stood when it was saved. */
export interface TdsMesh {
  readonly name: string
  isHidden: boolean
  /** x y z per vertex. */
  positions: Float32Array
  /** Three per face. */
  indices: Uint16Array
  /** u v per vertex, v running up; null where the file has none. */
  textureCoordinates: Float32Array | null
  readonly materialFaces: MaterialFaces[]
  /** A bit per group, per face; null where the file has none. */
  smoothingGroups: Uint32Array | null
  /** 3×4, column-major: the mesh's own axes and origin when it was saved. */
  matrix: readonly number[] | null
}

/** An object of the keyframer section: it places a mesh, or nothing (a dummy that groups others). */
export interface TdsNode {
  number: number
  /** Name of the mesh it places. */
  meshName: string
  instanceName: string
  /** Number of the parent node; null for a root. */
  parent: number | null
  pivot: readonly number[]
  position: readonly number[]
  /** Angle in radians and axis. */
  rotation: readonly number[]
  scale: readonly number[]
}

/** What a file holds. */
export interface TdsModel {
  readonly materials: Map<string, TdsMaterial>
  readonly meshes: Map<string, TdsMesh>
  readonly nodes: TdsNode[]
  lights: number
  cameras: number
  /** Objects of a name that another one has already. */
  repeatedMeshes: number
}
