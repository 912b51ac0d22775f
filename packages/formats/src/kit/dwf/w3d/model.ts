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

/** A polyline, x y z per point. */
export interface HsfLine {
  readonly kind: 'line'
  readonly points: Float32Array
}

/** A drawn shape of a stream. */
export type HsfShape = HsfShell | HsfLine

/** Colour of faces, of lines, or of everything; channels 0 to 1. */
export interface HsfColor {
  readonly color: readonly [number, number, number]
  /** 0 opaque, 1 invisible. */
  readonly transmission: number
  /** Name of a texture in place of the colour, or ''. */
  readonly texture: string
}

/** Attributes of a segment; the others are inherited from the parent segment. */
export interface HsfAttributes {
  faces?: HsfColor
  lines?: HsfColor
  areFacesVisible?: boolean
  areLinesVisible?: boolean
  /** Whether its lines are edges of shells. */
  areEdges?: boolean
  /** Whether its face attributes are locked for inner segments. */
  areFacesLocked?: boolean
}

/** A segment: a group of shapes and segments with a transform and attributes. */
export interface HsfSegment {
  readonly name: string
  readonly children: HsfSegment[]
  readonly shapes: HsfShape[]
  /** Paths of segments that are also drawn here. */
  readonly includes: string[]
  /** Paths of segments whose attributes apply before its own. */
  readonly styles: string[]
  /** Rows of a 4×3 matrix: x, y, z axis, translation. */
  matrix: Float32Array | null
  readonly attributes: HsfAttributes
}

/** Image used by textures. */
export interface HsfImage {
  readonly name: string
  readonly width: number
  readonly height: number
  /** r g b a per pixel; null where it is a separate part of the package. */
  readonly pixels: Uint8Array | null
}

/** A texture: an image and its behaviour beyond the borders. */
export interface HsfTexture {
  readonly image: string
  readonly isClamped: boolean
}

/** A complete stream. */
export interface HsfModel {
  readonly root: HsfSegment
  readonly images: ReadonlyMap<string, HsfImage>
  readonly textures: ReadonlyMap<string, HsfTexture>
  /** Up direction of the first view; null without one. */
  readonly up: readonly [number, number, number] | null
}
