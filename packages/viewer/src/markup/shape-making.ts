import type { MarkupKind, MarkupPoint, MarkupShape } from './markup-format.js'
import { boxBetween, stampPadding } from './shape-geometry.js'

/** What a pointer does: draw one kind of shape, or choose among those that are there. */
export type MarkupTool = 'select' | MarkupKind

/** How new shapes look. */
export interface MarkupStyle {
  /** `#rrggbb`. */
  readonly color: string
  /** Of lines, unit of `MarkupPoint`. */
  readonly width: number
  /** Height of words. */
  readonly textSize: number
  /** The words of a stamp. */
  readonly stamp: string
}

/** How shapes look until somebody chooses otherwise. */
export const defaultMarkupStyle: MarkupStyle = { color: '#d92d20', width: 0.008, textSize: 0.06, stamp: 'OK' }

/** What a shape is made of. */
export interface ShapeRequest {
  readonly id: string
  readonly kind: MarkupKind
  readonly style: MarkupStyle
  /** The pointer's way from press to now; words stand at its first point. */
  readonly way: readonly MarkupPoint[]
  /** Of a text. */
  readonly text?: string
  /** Sides of a box alike, lines level, upright or diagonal. */
  readonly regular?: boolean
}

/** A shape along the pointer's way. */
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

/** A stamp whose middle is where it was set down. */
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
