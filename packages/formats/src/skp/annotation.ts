import type { ArrowheadKind } from '@kamar/codecs/glyphs'
import { isCoordinate, normalized, type Vector } from '@kamar/core/math'
import type { Anchor, AnchorTarget, Dimension, DrawingElement, Edge, Face, Font, LeaderText, Vertex } from './model.js'

/** Kinds of anchors by number; the others do not occur in published files. */
const anchorKinds = { none: 0, point: 1, vertex: 2, edgeMidpoint: 4, pointOfEdge: 5, pointOfFace: 7 } as const
/** Kinds of leaders by number. */
const leaderKinds = { none: 0, ofTheScreen: 1, pushpin: 2 } as const
const arrows: readonly ArrowheadKind[] = ['none', 'tick', 'dot', 'solid', 'open']
const alignments: readonly Dimension['along'][] = ['ends', 'x', 'y']
const textPositions: Readonly<Record<number, Dimension['textPosition']>> = { 0: 'above', 1: 'centred', 3: 'outside' }

const defaultPoints = 12
const maxPoints = 1000
const unitTolerance = 1e-6

/** Resolved entities that an anchor may refer to. */
export interface AnchorEntities {
  readonly vertex: Vertex | null
  readonly edge: Edge | null
  readonly face: Face | null
}

/** Returns the target of an anchor of this kind; null where it is not supported. `point` is a position or fractions. */
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

/** Converts the stated size of a font. */
export function toFont(points: number, usesHeight: boolean, heightInches: number): Font {
  return {
    points: points > 0 && points <= maxPoints ? points : defaultPoints,
    heightInches: usesHeight && heightInches > 0 && isCoordinate(heightInches) ? heightInches : null,
  }
}

/** Font for missing data. */
export const defaultFont: Font = { points: defaultPoints, heightInches: null }

/** Returns the arrow of a number; unknown ones are drawn as a triangle. */
const arrowOf = (number: number): ArrowheadKind => arrows[number] ?? 'solid'

const unitVector = ([x, y, z]: readonly number[]): Vector | null =>
  Math.abs(Math.hypot(x, y, z) - 1) < unitTolerance ? normalized([x, y, z]) : null

/** Common drawing attributes of annotations. */
interface AnnotationElement extends DrawingElement {
  readonly text: string
  readonly font: Font
  /** Number of the arrow kind. */
  readonly arrow: number
}

/** A dimension as stated by both container formats. */
export interface StatedDimension extends AnnotationElement {
  readonly start: Anchor | null
  readonly end: Anchor | null
  readonly normal: readonly number[]
  readonly xAxis: readonly number[]
  readonly along: number
  readonly offsetInches: number
  /** Whether the text is aligned with the dimension line; otherwise it is in a gap of it. */
  readonly isAligned: boolean
  readonly textPosition: number
}

/** Converts a dimension; returns null for an invalid one. */
export function toDimension(source: StatedDimension): Dimension | null {
  const { arrow, end, font, isAligned, isHidden, layer, material, offsetInches, start, text } = source
  const [normal, xAxis, along] = [unitVector(source.normal), unitVector(source.xAxis), alignments[source.along]]
  if (start === null || end === null || normal === null || xAxis === null) return null
  if (along === undefined || !isCoordinate(offsetInches)) return null
  const textPosition = isAligned ? (textPositions[source.textPosition] ?? 'centred') : 'centred'
  const base = { material, layer, isHidden, text, font, arrow: arrowOf(arrow) }
  return { ...base, start, end, normal, xAxis, along, offsetInches, textPosition }
}

/** A text as stated by both container formats. */
export interface StatedText extends AnnotationElement {
  readonly anchorKind: number
  readonly anchor: Anchor | null
  readonly offset: readonly number[]
  readonly viewDirection: readonly number[]
  readonly leader: number
  readonly isLeaderHidden: boolean
}

/** Converts a text: a model text, the content of a screen text, or null for an invalid one. */
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
