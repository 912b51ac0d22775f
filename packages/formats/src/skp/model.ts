import type { PropertyValue } from '@kamar/core'
import type { Color, Vector } from '@kamar/core/math'
import type { StoredCamera } from './camera.js'
import type { ArrowheadKind } from '@kamar/codecs/glyphs'
import type { LengthFormat } from './length-format.js'

/** An image as stored in the file, with its size on a face. */
export interface Texture {
  /** Unique in the file: several images may have one file name. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly widthInches: number
  readonly heightInches: number
}

/** Appearance of a surface. */
export interface Material {
  readonly name: string
  readonly color: Color
  readonly opacity: number
  readonly texture: Texture | null
}

/** A tag (the term since 2020), formerly a layer. */
export interface Layer {
  readonly name: string
  readonly isVisible: boolean
}

/** Attributes under one name. */
export interface Dictionary {
  readonly name: string
  readonly entries: readonly (readonly [key: string, value: PropertyValue])[]
}

/** Common attributes of drawable entities. */
export interface DrawingElement {
  readonly material: Material | null
  readonly layer: Layer | null
  readonly isHidden: boolean
}

/** A vertex shared by edges; in inches. */
export interface Vertex {
  readonly position: Vector
}

/** A straight line between two vertices. */
export interface Edge extends DrawingElement {
  readonly start: Vertex
  readonly end: Vertex
  /** Whether it is hidden where it joins two faces. */
  readonly isSoft: boolean
}

/** An edge with its direction in a loop. */
export interface EdgeUse {
  readonly edge: Edge
  readonly isForward: boolean
}

/** Texture mapping of a face: three rows of numbers, from the image's inches to those of the face's plane. */
export interface FaceTexture {
  readonly matrix: readonly number[]
  /** Projection direction; null for a texture on the face's own plane. */
  readonly direction: Vector | null
}

/** A planar face with an outline and holes. */
export interface Face extends DrawingElement {
  /** Normal and distance. */
  readonly plane: readonly number[]
  /** The outline first, then the holes. */
  readonly loops: readonly (readonly EdgeUse[])[]
  readonly back: Material | null
  readonly frontTexture: FaceTexture | null
  readonly backTexture: FaceTexture | null
}

/** Kind of an instance: an image is a face with a texture. */
export type PlacedKind = 'group' | 'component' | 'image'

/** An instance of a definition. */
export interface ComponentInstance extends DrawingElement {
  readonly kind: PlacedKind
  readonly name: string
  /** 32 hexadecimal digits; '' before 2014. */
  readonly guid: string
  /** Three rows of three numbers, a position in inches, and a common divisor. */
  readonly placement: readonly number[]
  readonly definition: Definition | null
  readonly dictionaries: readonly Dictionary[]
}

/** A construction line or point; in inches. */
export interface Guide extends Pick<DrawingElement, 'layer' | 'isHidden'> {
  readonly position: Vector
  readonly isPoint: boolean
  /** Unit direction and range of the line along it: endless ones extend beyond any model. */
  readonly line: { readonly direction: Vector; readonly from: number; readonly to: number } | null
}

/** Target that holds an end of a dimension or of a leader. */
export type AnchorTarget =
  | { readonly kind: 'point'; readonly position: Vector }
  | { readonly kind: 'vertex'; readonly vertex: Vertex }
  /** `fraction`: from the edge's start to its end. */
  | { readonly kind: 'edge'; readonly edge: Edge; readonly fraction: number }
  /** `fractions`: of the face's box in its plane. */
  | { readonly kind: 'face'; readonly face: Face; readonly fractions: readonly [number, number] }

/** Anchor of an end of a dimension or of a leader. */
export interface Anchor {
  readonly target: AnchorTarget
  /** Instances that contain the target, outermost first. */
  readonly path: readonly ComponentInstance[]
}

/** Text size. */
export interface Font {
  /** Size on the screen, independent of distance. */
  readonly points: number
  /** Size in the model; null where `points` applies. */
  readonly heightInches: number | null
}

/** Common data of dimensions and texts. */
interface Annotation extends DrawingElement {
  /** '' shows the measured length of a dimension. */
  readonly text: string
  readonly font: Font
  readonly arrow: ArrowheadKind
}

/** A length between two points. */
export interface Dimension extends Annotation {
  readonly start: Anchor
  readonly end: Anchor
  /** Unit normal of its drawing plane. */
  readonly normal: Vector
  readonly xAxis: Vector
  /** Measured direction: the line between its ends, or an axis of its plane. */
  readonly along: 'ends' | 'x' | 'y'
  /** From its start to the dimension line, perpendicular to the measured direction. */
  readonly offsetInches: number
  readonly textPosition: 'above' | 'centred' | 'outside'
}

/** A text with a leader to its anchor. */
export interface LeaderText extends Annotation {
  readonly anchor: Anchor
  /** From the anchor to the text, inches; null for a screen position. */
  readonly offset: Vector | null
  /** View direction when it was written. */
  readonly viewDirection: Vector
  readonly hasLine: boolean
}

/** Counts of entities in a component that are not drawn. */
export interface Undrawn {
  guides: number
  texts: number
  dimensions: number
  sectionPlanes: number
}

/** Content of a model or of a definition. */
export interface Component {
  readonly faces: Face[]
  readonly edges: Edge[]
  readonly instances: ComponentInstance[]
  readonly guides: Guide[]
  readonly dimensions: Dimension[]
  readonly texts: LeaderText[]
  /** Texts on the screen, independent of the camera. */
  readonly screenTexts: string[]
  readonly undrawn: Undrawn
  /** Number of records of an unknown form, by kind. */
  readonly missed: Map<string, number>
  readonly dictionaries: readonly Dictionary[]
}

/** A component definition, which can have several instances. */
export interface Definition {
  readonly name: string
  readonly guid: string
  readonly description: string
  /** Whether it always faces the camera. */
  readonly facesCamera: boolean
  readonly component: Component
}

/** A saved scene. */
export interface StoredScene {
  readonly name: string
  readonly camera: StoredCamera
  /** Whether it shows everything that the model shows. */
  readonly showsAll: boolean
}

/** Properties that a scene restores, numbered as in the public SketchUp API. */
export const sceneUseBits = { camera: 1 } as const

/** Colours of faces without material, front and back. */
export interface FaceColors {
  readonly front: Color
  readonly back: Color
}

/** Parsed content of a file. */
export interface SketchUpModel {
  readonly root: Component
  readonly definitions: readonly Definition[]
  readonly materials: readonly Material[]
  readonly layers: readonly Layer[]
  /** From the current style; null where none was found. */
  readonly faceColors: FaceColors | null
  /** Null where the file states none. */
  readonly lengthFormat: LengthFormat | null
  /** Camera when the model was saved. */
  readonly camera: StoredCamera | null
  readonly scenes: readonly StoredScene[]
  /** Number of scenes that are unsupported, or have no camera. */
  readonly lostScenes: number
  /** Number of records of an unknown form outside components, by kind. */
  readonly missed: ReadonlyMap<string, number>
}

/** Creates an empty component. */
export const newComponent = (dictionaries: readonly Dictionary[]): Component => ({
  faces: [],
  edges: [],
  instances: [],
  guides: [],
  dimensions: [],
  texts: [],
  screenTexts: [],
  undrawn: { guides: 0, texts: 0, dimensions: 0, sectionPlanes: 0 },
  missed: new Map(),
  dictionaries,
})

/** Returns whether an entity is hidden by itself or its layer. */
export const isHiddenIn = ({ isHidden, layer }: Pick<DrawingElement, 'isHidden' | 'layer'>): boolean =>
  isHidden || layer?.isVisible === false

/** Adds a guide, or counts one that cannot be drawn. */
export function addGuide({ guides, undrawn }: Component, guide: Guide | null): void {
  if (guide === null) undrawn.guides++
  else guides.push(guide)
}

/** Adds a dimension, or counts one with unsupported ends. */
export function addDimension({ dimensions, undrawn }: Component, dimension: Dimension | null): void {
  if (dimension === null) undrawn.dimensions++
  else dimensions.push(dimension)
}

/** Adds a model or screen text, or counts one with an unsupported position. */
export function addText({ screenTexts, texts, undrawn }: Component, text: LeaderText | string | null): void {
  if (text === null) undrawn.texts++
  else if (typeof text === 'string') screenTexts.push(text)
  else texts.push(text)
}

/** Counts records of an unknown form. */
export function miss(missed: Map<string, number>, kind: string, count = 1): void {
  if (count > 0) missed.set(kind, (missed.get(kind) ?? 0) + count)
}

/** Bits of drawable entities. */
export const drawnBit = { hidden: 1, soft: 8 } as const

/**
 * Converts a colour of red, green, blue and opacity, a byte each; ignores the opacity, which is meaningless in a
 * style's colour.
 */
export const colorOfBytes = ([red, green, blue]: Uint8Array): Color => [red / 255, green / 255, blue / 255]
