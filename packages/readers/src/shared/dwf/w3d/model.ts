/** A triangle mesh of a stream, in its own unit. */
export interface HsfShell {
  readonly kind: 'shell'
  readonly positions: Float32Array
  /** Three per triangle. */
  readonly indices: Uint32Array
  /** x y z per vertex, or null. */
  readonly normals: Float32Array | null
  /** r g b a per vertex, or null. */
  readonly colors: Uint8Array | null
  /** u v per vertex, v upwards, or null. */
  readonly parameters: Float32Array | null
}

/** A line through points, x y z each. */
export interface HsfLine {
  readonly kind: 'line'
  readonly points: Float32Array
}

/** What a stream draws. */
export type HsfShape = HsfShell | HsfLine

/** A colour of faces, of lines, of everything; channels 0 to 1. */
export interface HsfColor {
  readonly color: readonly [number, number, number]
  /** 0 opaque, 1 invisible. */
  readonly transmission: number
  /** Name of a texture in place of the colour, or ''. */
  readonly texture: string
}

/** What is stated of one segment; what is not, is as in the segment around it. */
export interface HsfAttributes {
  faces?: HsfColor
  lines?: HsfColor
  areFacesVisible?: boolean
  areLinesVisible?: boolean
  /** Its lines are edges of shells. */
  areEdges?: boolean
  /** Attributes of faces that inner segments cannot change. */
  areFacesLocked?: boolean
}

/** A segment: a group of shapes and segments with a place and a look. */
export interface HsfSegment {
  readonly name: string
  readonly children: HsfSegment[]
  readonly shapes: HsfShape[]
  /** Paths of segments that are drawn here as well. */
  readonly includes: string[]
  /** Paths of segments whose look is this one's before its own. */
  readonly styles: string[]
  /** Rows of a 4×3 matrix: x, y, z axis, translation. */
  matrix: Float32Array | null
  readonly attributes: HsfAttributes
}

/** A picture that textures are made of. */
export interface HsfImage {
  readonly name: string
  readonly width: number
  readonly height: number
  /** r g b a per pixel; null where the package holds it as a part of its own. */
  readonly pixels: Uint8Array | null
}

/** A texture: a picture and what lies beyond its borders. */
export interface HsfTexture {
  readonly image: string
  readonly wrap: 'repeat' | 'clamp'
}

/** A whole stream. */
export interface HsfModel {
  readonly root: HsfSegment
  readonly images: ReadonlyMap<string, HsfImage>
  readonly textures: ReadonlyMap<string, HsfTexture>
  /** What is up in the first view; null without one. */
  readonly up: readonly [number, number, number] | null
}
