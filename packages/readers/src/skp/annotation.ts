import type { ArrowheadKind } from '../shared/glyphs/index.js'
import { isCoordinate } from '../shared/coordinates.js'
import { normalized, type Vector } from '../shared/matrix.js'
import type { Anchor, AnchorTarget, Dimension, DrawingElement, Edge, Face, Font, LeaderText, Vertex } from './model.js'

/** Kinds of anchors by their numbers; of the others no published file says what they are. */
const anchorKinds = { none: 0, point: 1, vertex: 2, edgeMidpoint: 4, pointOfEdge: 5, pointOfFace: 7 } as const
/** Kinds of leaders by their numbers. */
const leaderKinds = { none: 0, ofTheScreen: 1, pushpin: 2 } as const
const arrows: readonly ArrowheadKind[] = ['none', 'tick', 'dot', 'solid', 'open']
const alongs: readonly Dimension['along'][] = ['ends', 'x', 'y']
const textPositions: Readonly<Record<number, Dimension['textPosition']>> = { 0: 'above', 1: 'centred', 3: 'outside' }

const defaultPoints = 12
const maxPoints = 1000
const unitTolerance = 1e-6

/** What an anchor may hang on, as far as it was found. */
export interface AnchorEntities {
  readonly vertex: Vertex | null
  readonly edge: Edge | null
  readonly face: Face | null
}

/** What an anchor of this kind is held by; null where that is not understood. `point` is a place or fractions. */
export function anchorTarget(
  kind: number,
  point: readonly number[],
  { edge, face, vertex }: AnchorEntities,
): AnchorTarget | null {
  const [x, y, z] = point
  if (![x, y, z].every(isCoordinate)) return null
  if (kind === anchorKinds.point) return { kind: 'point', position: [x, y, z] }
  if (kind === anchorKinds.vertex) return vertex && { kind: 'vertex', vertex }
  if (kind === anchorKinds.edgeMidpoint) return edge && { kind: 'edge', edge, fraction: 0.5 }
  if (kind === anchorKinds.pointOfEdge) return edge && { kind: 'edge', edge, fraction: x }
  if (kind === anchorKinds.pointOfFace) return face && { kind: 'face', face, fractions: [x, y] }
  return null
}

/** How the letters of a font are sized. */
export function toFont(points: number, usesHeight: boolean, heightInches: number): Font {
  return {
    points: points > 0 && points <= maxPoints ? points : defaultPoints,
    heightInches: usesHeight && heightInches > 0 && isCoordinate(heightInches) ? heightInches : null,
  }
}

/** A font of which nothing is known. */
export const defaultFont: Font = { points: defaultPoints, heightInches: null }

/** One that is not known is a triangle. */
const arrowOf = (number: number): ArrowheadKind => arrows[number] ?? 'solid'

const unitVector = ([x, y, z]: readonly number[]): Vector | null =>
  Math.abs(Math.hypot(x, y, z) - 1) < unitTolerance ? normalized([x, y, z]) : null

/** What is drawn of an annotation besides what it is about. */
interface AnnotationElement extends DrawingElement {
  readonly text: string
  readonly font: Font
  /** As it is numbered. */
  readonly arrow: number
}

/** A dimension as both kinds of file state it. */
export interface StatedDimension extends AnnotationElement {
  readonly start: Anchor | null
  readonly end: Anchor | null
  readonly normal: readonly number[]
  readonly xAxis: readonly number[]
  readonly along: number
  readonly offsetInches: number
  /** To the dimension line; others stand in a gap of it. */
  readonly isAligned: boolean
  readonly textPosition: number
}

/** A dimension, or null where what is stated is none. */
export function toDimension(source: StatedDimension): Dimension | null {
  const { arrow, end, font, isAligned, isHidden, layer, material, offsetInches, start, text } = source
  const [normal, xAxis, along] = [unitVector(source.normal), unitVector(source.xAxis), alongs[source.along]]
  if (start === null || end === null || normal === null || xAxis === null) return null
  if (along === undefined || !isCoordinate(offsetInches)) return null
  const textPosition = isAligned ? (textPositions[source.textPosition] ?? 'centred') : 'centred'
  const base = { material, layer, isHidden, text, font, arrow: arrowOf(arrow) }
  return { ...base, start, end, normal, xAxis, along, offsetInches, textPosition }
}

/** A text as both kinds of file state it. */
export interface StatedText extends AnnotationElement {
  readonly anchorKind: number
  readonly anchor: Anchor | null
  readonly offset: readonly number[]
  readonly viewDirection: readonly number[]
  readonly leader: number
  readonly isLeaderHidden: boolean
}

/** A text of the model, what a text of the screen says, or null where what is stated is neither. */
export function toText(source: StatedText): LeaderText | string | null {
  const { anchor, arrow, font, isHidden, isLeaderHidden, layer, leader, material, text } = source
  if (source.anchorKind === anchorKinds.none) return text
  const viewDirection = unitVector(source.viewDirection)
  const [x, y, z] = source.offset
  if (anchor === null || ![x, y, z].every(isCoordinate)) return null
  return {
    material,
    layer,
    isHidden,
    text,
    font,
    anchor,
    arrow: arrowOf(arrow),
    offset: leader === leaderKinds.pushpin ? [x, y, z] : null,
    viewDirection: viewDirection ?? [0, 1, 0],
    hasLine: leader !== leaderKinds.none && !isLeaderHidden,
  }
}
