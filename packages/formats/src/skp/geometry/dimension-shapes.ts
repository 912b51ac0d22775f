import { textWidth } from '@kamar/codecs/glyphs'
import { lengthUnits } from '@kamar/core'
import { cross, dot, normalized, type Vector } from '@kamar/core/math'
import { lengthText, type LengthFormat } from '../length-format.js'
import type { Dimension } from '../model.js'
import { anchorPosition, difference, translate } from './anchor-position.js'
import type { MeshShape } from './shapes.js'
import type { LineShape } from './shapes.js'
import { planeAxes } from './face-plane.js'
import { computeCapHeight, createStyle, Panel, reversed, wordGap, type AnnotationScale, type Line } from './panel.js'

/** Maximum width of a dimension's text, and maximum arrow length, as ratios of its length. */
const [maxTextRatio, maxArrowRatio] = [0.8, 0.3]
/**
 * Maximum text height: as a ratio of the offset from the measured object, which leaves room for parallel dimensions, or
 * of the length.
 */
const [maxOffsetRatio, maxLengthRatio] = [0.4, 0.03]
/** In units of the cap height: arrow length, extension beyond the dimension line. */
const [arrowLength, overshoot] = [1, 0.5]
const defaultFormat: LengthFormat = { style: 'decimal', unit: lengthUnits.inch, precision: 2, showsUnit: true }
/** Placeholder for the measured length in a dimension's text. */
const measured = '<>'

/** Geometry of a dimension line, inches. */
interface DimensionLine {
  readonly from: Vector
  readonly to: Vector
  readonly length: number
  /** From its start to its end. */
  readonly along: Vector
  /** Away from the measured object. */
  readonly outward: Vector
}

/**
 * Builds a dimension: extension lines, the dimension line, and text and arrows for both sides; null where it has no
 * length.
 */
export function dimensionShapes(dimension: Dimension, scale: AnnotationScale): (LineShape | MeshShape)[] | null {
  const [start, end] = [anchorPosition(dimension.start), anchorPosition(dimension.end)]
  const line = start && end && dimensionLine(dimension, start, end)
  if (!line) return null
  const { along, outward, from, length, to } = line
  const value = lengthText(length, scale.lengthFormat ?? defaultFormat)
  const label = dimension.text === '' ? value : dimension.text.replaceAll(measured, value)
  const width = textWidth(label, 1)
  const tallest = Math.max(maxOffsetRatio * Math.abs(dimension.offsetInches), maxLengthRatio * length)
  const height = Math.min(computeCapHeight(dimension.font, scale), (maxTextRatio * length) / width, tallest)
  if (!(height > 0)) return null
  const style = createStyle(dimension, { name: label, class: 'dimension' })
  const isInGap = dimension.textPosition === 'centred'
  const midpoint = translate(from, along, length / 2)
  const halfGap = (width / 2 + wordGap) * height
  const lines: Line[] = [
    [start, translate(from, outward, overshoot * height)],
    [end, translate(to, outward, overshoot * height)],
    ...(isInGap
      ? ([
          [from, translate(midpoint, along, -halfGap)],
          [translate(midpoint, along, halfGap), to],
        ] as const)
      : [[from, to] as const]),
  ]
  const arrowSize = { length: Math.min(arrowLength * height, maxArrowRatio * length) }
  const normal = cross(along, outward)
  const meshes: MeshShape[] = []
  for (const side of [normal, reversed(normal)]) {
    const panel = new Panel(midpoint, along, side)
    const arrows = [
      panel.arrow(dimension.arrow, { tip: from, from: to, ...arrowSize }),
      panel.arrow(dimension.arrow, { tip: to, from, ...arrowSize }),
    ]
    if (side === normal) lines.push(...arrows.flatMap((arrow) => arrow.lines))
    const isBelow = dimension.textPosition === 'outside' && panel.along(outward)[1] < 0
    const vertical = isInGap ? 'middle' : isBelow ? 'top' : 'bottom'
    const distance = isInGap ? 0 : (isBelow ? -wordGap : wordGap) * height
    const glyphs = panel.text(label, { height, horizontal: 'center', vertical }, [0, distance])
    const heads = arrows.flatMap(({ fills }) => fills)
    meshes.push(...panel.mesh(glyphs, heads, style))
  }
  return [{ kind: 'lines', lines, ...style }, ...meshes]
}

function dimensionLine(dimension: Dimension, start: Vector, end: Vector): DimensionLine | null {
  const { normal, offsetInches, xAxis } = dimension
  const span = difference(end, start)
  const axis = normalized({ ends: span, x: xAxis, y: cross(normal, xAxis) }[dimension.along])
  // A dimension along the normal of its plane is drawn in another plane.
  const across = axis && (normalized(cross(normal, axis)) ?? planeAxes(axis)?.[0])
  if (!axis || !across) return null
  const signedLength = dot(span, axis)
  const from = translate(start, across, offsetInches)
  return {
    from,
    to: translate(from, axis, signedLength),
    length: Math.abs(signedLength),
    along: signedLength < 0 ? reversed(axis) : axis,
    outward: offsetInches < 0 ? reversed(across) : across,
  }
}
