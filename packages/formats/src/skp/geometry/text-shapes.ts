import { cross, normalized, type Vector } from '@kamar/core/math'
import type { LeaderText } from '../model.js'
import { anchorPosition, difference, translate } from './anchor-position.js'
import type { MeshShape } from './shapes.js'
import type { LineShape } from './shapes.js'
import {
  computeCapHeight,
  createStyle,
  Panel,
  reversed,
  rightIn,
  wordGap,
  type AnnotationScale,
  type Line,
} from './panel.js'

/** Offset of a text with a screen position: to the right of its anchor and above it, in units of the cap height. */
const screenOffset = [2, 3] as const
/** In units of the cap height. */
const arrowLength = 1
const maxArrowRatio = 0.3
/** For a steeper view direction the text is horizontal. */
const steep = 0.9

/** Builds a text with its leader, for both sides; null without a position or text. */
export function textShapes(text: LeaderText, scale: AnnotationScale): (LineShape | MeshShape)[] | null {
  const anchor = anchorPosition(text.anchor)
  const height = computeCapHeight(text.font, scale)
  if (anchor === null || text.text.trim() === '' || !(height > 0)) return null
  const style = createStyle(text, { name: text.text.replaceAll(/\s+/g, ' ').trim(), class: 'text' })
  const normal = facing(text.viewDirection)
  const right = rightIn(normal)
  const [x, y] = screenOffset
  const textPosition =
    text.offset === null
      ? new Panel(anchor, right, normal).inSpace([x * height, y * height])
      : translate(anchor, text.offset, 1)
  const lines: Line[] = text.hasLine ? [[anchor, textPosition]] : []
  const meshes: MeshShape[] = []
  for (const side of [normal, reversed(normal)]) {
    const panel = new Panel(textPosition, right, side)
    const isRightOfAnchor = panel.at(anchor)[0] <= 0
    const horizontal = isRightOfAnchor ? 'left' : 'right'
    const distance = (isRightOfAnchor ? wordGap : -wordGap) * height
    const glyphs = panel.text(text.text, { height, horizontal, vertical: 'middle' }, [distance, 0])
    meshes.push(...panel.mesh(glyphs, [], style))
    const arrow = text.hasLine ? leaderArrow(text, { anchor, textPosition, side, height }) : null
    if (arrow === null) continue
    if (side === normal) lines.push(...arrow.lines)
    meshes.push(...arrow.panel.mesh([], arrow.fills, style))
  }
  return [...(lines.length > 0 ? [{ kind: 'lines', lines, ...style } as const] : []), ...meshes]
}

/**
 * Builds the arrow at the end of a leader, in the plane through it that best faces a side; null where the leader has no
 * length.
 */
function leaderArrow(
  { arrow }: LeaderText,
  { anchor, height, textPosition, side }: { anchor: Vector; textPosition: Vector; side: Vector; height: number },
) {
  const along = normalized(difference(textPosition, anchor))
  const normal = along && normalized(cross(along, cross(side, along)))
  if (!along || !normal) return null
  const panel = new Panel(anchor, along, normal)
  const leaderLength = Math.hypot(...difference(textPosition, anchor))
  const length = Math.min(arrowLength * height, maxArrowRatio * leaderLength)
  return { panel, ...panel.arrow(arrow, { tip: anchor, from: textPosition, length }) }
}

/** Returns the normal of the plane, vertical or horizontal, that faces this view direction. */
function facing([x, y, z]: Vector): Vector {
  if (Math.abs(z) > steep) return [0, 0, z > 0 ? -1 : 1]
  return normalized([-x, -y, 0]) ?? [0, -1, 0]
}
