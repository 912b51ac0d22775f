import { readCameraView } from '../../engine/camera/camera-view.js'
import type { CameraView } from '../../engine/types.js'

/**
 * A point in a view: right and down from the centre, in units of half the view's height. The same camera shows the same
 * thing there on every canvas, at any size and aspect.
 */
export type MarkupPoint = readonly [number, number]

/** Left, top, right, bottom, in the unit of `MarkupPoint`. */
export type MarkupBox = readonly [number, number, number, number]

/** Kinds of freehand shapes. */
export type StrokeKind = 'pen' | 'highlighter'
/** Kinds of shapes with two end points. */
export type SegmentKind = 'line' | 'arrow'
/** Kinds of shapes that fill a box. */
export type BoxKind = 'rectangle' | 'ellipse' | 'cloud'
/** Kinds of text shapes. */
export type WordKind = 'text' | 'stamp'

interface ShapeBase {
  /** Unique in its drawing. */
  readonly id: string
  /** `#rrggbb`. */
  readonly color: string
  /** Line width; for texts the thickness of a stamp's frame. Unit of `MarkupPoint`. */
  readonly width: number
}

/** One shape of a drawing. Shapes are immutable: an edited one replaces the old one. */
export type MarkupShape =
  | (ShapeBase & { readonly kind: StrokeKind; readonly points: readonly MarkupPoint[] })
  | (ShapeBase & { readonly kind: SegmentKind; readonly from: MarkupPoint; readonly to: MarkupPoint })
  | (ShapeBase & { readonly kind: BoxKind; readonly box: MarkupBox })
  | (ShapeBase & {
      readonly kind: WordKind
      /** Top left corner. */
      readonly at: MarkupPoint
      readonly text: string
      /** Height of a line of text. */
      readonly size: number
    })
/** The kind of a shape. */
export type MarkupKind = MarkupShape['kind']

/** A drawing over a view, as it is stored: plain JSON. */
export interface MarkupDrawing {
  readonly format: 'kamar-markup'
  readonly version: 1
  /** The camera it was drawn for. */
  readonly view: CameraView
  readonly shapes: readonly MarkupShape[]
}

/** Limits of `readMarkup`. */
export const markupLimits = { shapes: 500, points: 4000, textLength: 1000, maxCoordinate: 50 } as const

/** Parses a drawing and checks every number; null if invalid. Drops unknown fields. */
export function readMarkup(value: unknown): MarkupDrawing | null {
  if (!isRecord(value) || value['format'] !== 'kamar-markup' || value['version'] !== 1) return null
  const view = readCameraView(value['view'])
  const shapeValues = value['shapes']
  if (view === null || !Array.isArray(shapeValues) || shapeValues.length > markupLimits.shapes) return null
  const shapes = shapeValues.map(readShape)
  if (shapes.some((shape) => shape === null)) return null
  const ids = new Set(shapes.map((shape) => shape?.id))
  if (ids.size !== shapes.length) return null
  return { format: 'kamar-markup', version: 1, view, shapes: shapes as MarkupShape[] }
}

function readShape(value: unknown): MarkupShape | null {
  if (!isRecord(value)) return null
  const base = readBase(value)
  const read = readers[String(value['kind'])]
  const own = base === null || read === undefined ? null : read(value)
  return own === null ? null : ({ ...base, ...own } as MarkupShape)
}

function readBase({ id, color, width }: Fields): ShapeBase | null {
  if (typeof id !== 'string' || id === '' || id.length > 64) return null
  if (typeof color !== 'string' || !/^#[0-9a-f]{6}$/i.test(color)) return null
  return isNumber(width) && width > 0 && width <= 1 ? { id, color, width } : null
}

type Fields = Readonly<Record<string, unknown>>

function readStroke({ kind, points }: Fields): object | null {
  if (!Array.isArray(points) || points.length < 2 || points.length > markupLimits.points) return null
  return points.every((point) => isCoordinates(point, 2)) ? { kind, points } : null
}
function readSegment({ kind, from, to }: Fields): object | null {
  return isCoordinates(from, 2) && isCoordinates(to, 2) ? { kind, from, to } : null
}
function readBox({ kind, box }: Fields): object | null {
  if (!isCoordinates(box, 4)) return null
  const [left, top, right, bottom] = box as unknown as MarkupBox
  return right >= left && bottom >= top ? { kind, box } : null
}
function readText({ kind, at, text, size }: Fields): object | null {
  if (typeof text !== 'string' || text === '' || text.length > markupLimits.textLength) return null
  return isCoordinates(at, 2) && isNumber(size) && size > 0 && size <= 2 ? { kind, at, text, size } : null
}

const readers: Readonly<Record<string, ((fields: Fields) => object | null) | undefined>> = {
  pen: readStroke,
  highlighter: readStroke,
  line: readSegment,
  arrow: readSegment,
  rectangle: readBox,
  ellipse: readBox,
  cloud: readBox,
  text: readText,
  stamp: readText,
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isCoordinates = (value: unknown, length: number): value is readonly number[] =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((part) => isNumber(part) && Math.abs(part) <= markupLimits.maxCoordinate)
