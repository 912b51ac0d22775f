/** A material of the editor section. */
export interface TdsMaterial {
  name: string
  /** Diffuse colour, channels 0 to 1. */
  color: readonly [red: number, green: number, blue: number]
  /** 1 is opaque. */
  opacity: number
  texture?: TdsTexture | undefined
}

/** The diffuse texture of a material. */
export interface TdsTexture {
  /** File name. */
  name: string
  /** Whether the image ends at its edges instead of repeating. */
  isClamped: boolean
  /** Repetitions within 0 to 1, across and up. */
  scale: [number, number]
  /** Shift across and up. */
  offset: [number, number]
  /** Degrees, about the centre of the image. */
  angle: number
}

/** Faces of a mesh that use one material. */
export interface MaterialFaces {
  readonly material: string
  readonly faces: Uint16Array
}

/** A triangle mesh of the editor section, in the file's unit, Z up, at the position where it was saved. */
export interface TdsMesh {
  readonly name: string
  isHidden: boolean
  /** x, y, z per vertex. */
  positions: Float32Array
  /** Three per face. */
  indices: Uint16Array
  /** u, v per vertex, v pointing up; null where the file has none. */
  textureCoordinates: Float32Array | null
  readonly materialFaces: MaterialFaces[]
  /** One bit per group, for each face; null where the file has none. */
  smoothingGroups: Uint32Array | null
  /** 3×4, column-major: the mesh's local axes and origin when it was saved. */
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
  /** Angle in radians, then the axis. */
  rotation: readonly number[]
  scale: readonly number[]
}

/** Contents of a file. */
export interface TdsModel {
  readonly materials: Map<string, TdsMaterial>
  readonly meshes: Map<string, TdsMesh>
  readonly nodes: TdsNode[]
  lights: number
  cameras: number
  /** Objects whose name another object already has. */
  repeatedMeshes: number
}
