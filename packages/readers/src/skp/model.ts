import type { PropertyValue } from '@kamar/scene'
import type { StoredCamera } from './camera.js'
import type { Color } from '../shared/color.js'
import type { ArrowheadKind } from '../shared/glyphs/index.js'
import type { Vector } from '../shared/matrix.js'
import type { LengthFormat } from './length-format.js'

/** A picture as it lies in the file, and how large it is on a face. */
export interface Texture {
  /** Unique in the file: several pictures may have one file name. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly widthInches: number
  readonly heightInches: number
}

/** What a surface looks like. */
export interface Material {
  readonly name: string
  readonly color: Color
  readonly opacity: number
  readonly texture: Texture | null
}

/** A tag, as they are called since 2020. */
export interface Layer {
  readonly name: string
  readonly isVisible: boolean
}

/** Attributes under one name. */
export interface Dictionary {
  readonly name: string
  readonly entries: readonly (readonly [key: string, value: PropertyValue])[]
}

/** What everything that can be drawn has. */
export interface DrawingElement {
  readonly material: Material | null
  readonly layer: Layer | null
  readonly isHidden: boolean
}

/** A corner that edges share; in inches. */
export interface Vertex {
  readonly position: Vector
}

/** A straight line between two corners. */
export interface Edge extends DrawingElement {
  readonly start: Vertex
  readonly end: Vertex
  /** Not drawn where it joins two faces. */
  readonly isSoft: boolean
}

/** An edge as a loop runs through it. */
export interface EdgeUse {
  readonly edge: Edge
  readonly isForward: boolean
}

/** How a picture is laid on a face: three rows of numbers, from the picture's inches to those of the face's plane. */
export interface FaceTexture {
  readonly matrix: readonly number[]
  /** Where a picture is thrown from instead of lying on the face's own plane. */
  readonly direction: Vector | null
}

/** A flat piece with an outline and holes. */
export interface Face extends DrawingElement {
  /** Normal and distance. */
  readonly plane: readonly number[]
  /** The outline first, then the holes. */
  readonly loops: readonly (readonly EdgeUse[])[]
  readonly back: Material | null
  readonly frontTexture: FaceTexture | null
  readonly backTexture: FaceTexture | null
}

/** How a definition is placed: an image is a face with a picture. */
export type PlacedKind = 'group' | 'component' | 'image'

/** A definition that is placed once. */
export interface ComponentInstance extends DrawingElement {
  readonly kind: PlacedKind
  readonly name: string
  /** 32 hexadecimal digits; '' before 2014. */
  readonly guid: string
  /** Three rows of three numbers, a place in inches, and what all of them are divided by. */
  readonly placement: readonly number[]
  readonly definition: Definition | null
  readonly dictionaries: readonly Dictionary[]
}

/** A line or a point that somebody drew as a help; in inches. */
export interface Guide extends Pick<DrawingElement, 'layer' | 'isHidden'> {
  readonly position: Vector
  readonly isPoint: boolean
  /** A direction of length one, and how far the line runs along it: endless ones further than any model. */
  readonly line: { readonly direction: Vector; readonly from: number; readonly to: number } | null
}

/** What an end of a dimension or of a leader is held by. */
export type AnchorTarget =
  | { readonly kind: 'point'; readonly position: Vector }
  | { readonly kind: 'vertex'; readonly vertex: Vertex }
  /** `fraction`: of the way from the edge's start to its end. */
  | { readonly kind: 'edge'; readonly edge: Edge; readonly fraction: number }
  /** `fractions`: of the face's box in its plane. */
  | { readonly kind: 'face'; readonly face: Face; readonly fractions: readonly [number, number] }

/** Where an end of a dimension or of a leader is. */
export interface Anchor {
  readonly target: AnchorTarget
  /** The placed objects that the target stands in, the outermost first. */
  readonly path: readonly ComponentInstance[]
}

/** How letters of a text are sized. */
export interface Font {
  /** As large on the screen from any distance. */
  readonly points: number
  /** As large as anything else of the model; null where `points` counts. */
  readonly heightInches: number | null
}

/** What dimensions and texts have in common. */
interface Annotation extends DrawingElement {
  /** For a dimension '' is the measured length. */
  readonly text: string
  readonly font: Font
  readonly arrow: ArrowheadKind
}

/** A length between two places. */
export interface Dimension extends Annotation {
  readonly start: Anchor
  readonly end: Anchor
  /** Of the plane that it is drawn in, of length one. */
  readonly normal: Vector
  readonly xAxis: Vector
  /** What it is measured along: the line between its ends, or an axis of its plane. */
  readonly along: 'ends' | 'x' | 'y'
  /** From its start to the dimension line, across what it is measured along. */
  readonly offsetInches: number
  readonly textPosition: 'above' | 'centred' | 'outside'
}

/** A text with a line to what it is about. */
export interface LeaderText extends Annotation {
  readonly anchor: Anchor
  /** From the anchor to the text, inches; null where it is one of the screen. */
  readonly offset: Vector | null
  /** How the model was looked at when it was written. */
  readonly viewDirection: Vector
  readonly hasLine: boolean
}

/** Things of a component that are not drawn. */
export interface Undrawn {
  guides: number
  texts: number
  dimensions: number
  sectionPlanes: number
}

/** What stands in a model or in a definition. */
export interface Component {
  readonly faces: Face[]
  readonly edges: Edge[]
  readonly instances: ComponentInstance[]
  readonly guides: Guide[]
  readonly dimensions: Dimension[]
  readonly texts: LeaderText[]
  /** What stands on the screen, wherever the model is looked at from. */
  readonly screenTexts: string[]
  readonly undrawn: Undrawn
  /** Records that are not of a form that is known, by kind. */
  readonly missed: Map<string, number>
  readonly dictionaries: readonly Dictionary[]
}

/** What may be placed several times. */
export interface Definition {
  readonly name: string
  readonly guid: string
  readonly description: string
  /** Turns to whoever looks. */
  readonly facesCamera: boolean
  readonly component: Component
}

/** A view that somebody saved. */
export interface StoredScene {
  readonly name: string
  readonly camera: StoredCamera
  /** Hides nothing that the model shows. */
  readonly showsAll: boolean
}

/** What a scene restores, as the program's public interface numbers it. */
export const sceneUseBits = { camera: 1 } as const

/** What the program draws faces with that have no material, from the front and from behind. */
export interface FaceColors {
  readonly front: Color
  readonly back: Color
}

/** A file as it was understood. */
export interface SketchUpModel {
  readonly root: Component
  readonly definitions: readonly Definition[]
  readonly materials: readonly Material[]
  readonly layers: readonly Layer[]
  /** Of the style that is in use; null where none was found. */
  readonly faceColors: FaceColors | null
  /** Null where the file does not state one. */
  readonly lengthFormat: LengthFormat | null
  /** How the model was looked at when it was saved. */
  readonly camera: StoredCamera | null
  readonly scenes: readonly StoredScene[]
  /** Scenes that are not understood, or keep no camera. */
  readonly lostScenes: number
  /** Records outside components that are not of a form that is known, by kind. */
  readonly missed: ReadonlyMap<string, number>
}

/** A component that nothing stands in yet. */
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

/** Whether something is not seen until somebody asks for it. */
export const isHiddenIn = ({ isHidden, layer }: Pick<DrawingElement, 'isHidden' | 'layer'>): boolean =>
  isHidden || layer?.isVisible === false

/** Keeps a guide, or counts one that cannot be drawn. */
export function addGuide({ guides, undrawn }: Component, guide: Guide | null): void {
  if (guide === null) undrawn.guides++
  else guides.push(guide)
}

/** Keeps a dimension, or counts one whose ends are not understood. */
export function addDimension({ dimensions, undrawn }: Component, dimension: Dimension | null): void {
  if (dimension === null) undrawn.dimensions++
  else dimensions.push(dimension)
}

/** Keeps a text of the model or of the screen, or counts one whose place is not understood. */
export function addText({ screenTexts, texts, undrawn }: Component, text: LeaderText | string | null): void {
  if (text === null) undrawn.texts++
  else if (typeof text === 'string') screenTexts.push(text)
  else texts.push(text)
}

/** Counts records that were not understood. */
export function miss(missed: Map<string, number>, kind: string, count = 1): void {
  if (count > 0) missed.set(kind, (missed.get(kind) ?? 0) + count)
}

/** Bits of everything that can be drawn. */
export const drawnBit = { hidden: 1, soft: 8 } as const

/** A color of red, green, blue and opacity, a byte each; the opacity of a style's color says nothing. */
export const colorOfBytes = ([red, green, blue]: Uint8Array): Color => [red / 255, green / 255, blue / 255]
