import type { MarkupKind, MarkupPoint, MarkupShape } from './markup-format.js'
import { boxBetween, stampPadding } from './shape-geometry.js'

/** Tools of the pointer: draw one kind of shape, or select existing ones. */
export type MarkupTool = 'select' | MarkupKind

/** Style of new shapes. */
export interface MarkupStyle {
  /** `#rrggbb`. */
  readonly color: string
  /** Line width, unit of `MarkupPoint`. */
  readonly width: number
  /** Text height. */
  readonly textSize: number
  /** Text of a stamp. */
  readonly stamp: string
}

/** Default style of shapes. */
export const defaultMarkupStyle: MarkupStyle = { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' }

/** Inputs of a new shape. */
export interface ShapeRequest {
  readonly id: string
  readonly kind: MarkupKind
  readonly style: MarkupStyle
  /** The pointer's path from press to now; a text is at its first point. */
  readonly way: readonly MarkupPoint[]
  /** Content of a text. */
  readonly text?: string
  /** Equal sides for a box, lines horizontal, vertical or diagonal. */
  readonly regular?: boolean
}

/** Creates a shape along the pointer's path. */
export function makeShape({ id, kind, style, way, text = '', regular = false }: ShapeRequest): MarkupShape {
  const base = { id, color: style.color, width: style.width }
  const start = way[0] ?? [0, 0]
  const last = way.at(-1) ?? start
  if (kind === 'pen' || kind === 'highlighter') return { ...base, kind, points: way.length > 1 ? way : [start, start] }
  if (kind === 'line' || kind === 'arrow') {
    return { ...base, kind, from: start, to: regular ? straightened(start, last) : last }
  }
  if (kind === 'text') return { ...base, kind, at: start, text, size: style.textSize }
  if (kind === 'stamp') return stampAt(start, { id, style })
  return { ...base, kind, box: boxBetween(start, regular ? squared(start, last) : last) }
}

/** Creates a stamp centred at the clicked point. */
function stampAt(center: MarkupPoint, { id, style }: Pick<ShapeRequest, 'id' | 'style'>): MarkupShape {
  const size = style.textSize * 1.2
  const width = size * (style.stamp.length * 0.6 + stampPadding * 2)
  const at: MarkupPoint = [center[0] - width / 2, center[1] - size]
  return { id, color: style.color, width: style.width, kind: 'stamp', at, text: style.stamp, size }
}

function straightened(from: MarkupPoint, to: MarkupPoint): MarkupPoint {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const eighth = Math.PI / 4
  const angle = Math.round(Math.atan2(to[1] - from[1], to[0] - from[0]) / eighth) * eighth
  return [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length]
}

function squared(from: MarkupPoint, to: MarkupPoint): MarkupPoint {
  const side = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]))
  return [from[0] + Math.sign(to[0] - from[0]) * side, from[1] + Math.sign(to[1] - from[1]) * side]
}
