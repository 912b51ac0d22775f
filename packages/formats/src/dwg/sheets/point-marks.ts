import type { DrawingVariables } from '@kamar/codecs/drawing'
import type { Vector } from '@kamar/core/math'
import type { Points } from './geometry.js'

/** Point shapes by their PDMODE number. */
const [dot, none, plus, cross, tick] = [0, 1, 2, 3, 4]
const [circled, squared] = [32, 64]
/** Size of a mark as a fraction of the drawing's extents, where PDSIZE is relative to the window or not stated. */
const defaultMarkRatio = 0.01
/** Lower bound of the value stated for extents that were never computed. */
const maxExtent = 1e15

/** Style of a POINT: PDMODE and the mark size in drawing units. */
export interface PointStyle {
  readonly mode: number
  readonly size: number
}

type PointVariables = Pick<DrawingVariables, 'pointMode' | 'pointSize' | 'extentsMin' | 'extentsMax'>

/** Returns the point style of a drawing; its extents stand in for the window of relative sizes. */
export function toPointStyle(variables: PointVariables): PointStyle {
  const { pointMode: mode, pointSize: size, extentsMin: min, extentsMax: max } = variables
  const extent = Math.max(max[0] - min[0], max[1] - min[1])
  const share = size < 0 ? -size / 100 : defaultMarkRatio
  const markSize = size > 0 ? size : extent < maxExtent ? extent * share : 0
  return { mode: mode > 0 ? mode : dot, size: markSize > 0 ? markSize : 0 }
}

/** Computes the lines and rings of a mark about its point, x y z each; null for a dot. */
export function pointMark({ mode, size }: PointStyle, [x, y, z]: Vector): readonly Points[] | null {
  const half = size / 2
  const kind = mode % circled
  if (!(half > 0) || mode === dot || mode < 0) return null
  const at = (u: number, v: number): Points => [x + u * half, y + v * half, z]
  const line = (...ends: readonly (readonly [number, number])[]): Points => ends.flatMap(([u, v]) => at(u, v))
  const marks: Points[] = []
  // The marks extend beyond the circle or square around them.
  if (kind === plus) marks.push(line([-2, 0], [2, 0]), line([0, -2], [0, 2]))
  if (kind === cross) marks.push(line([-2, -2], [2, 2]), line([-2, 2], [2, -2]))
  if (kind === tick) marks.push(line([0, 0], [0, 1]))
  if (kind === dot) marks.push(at(0, 0))
  if ((mode & circled) !== 0) marks.push(circleAbout(line))
  if ((mode & squared) !== 0) marks.push(line([-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]))
  return kind === none && marks.length === 0 ? [] : marks
}

const circleSegments = 32

const circleAbout = (line: (...ends: readonly (readonly [number, number])[]) => Points): Points =>
  line(
    ...Array.from({ length: circleSegments + 1 }, (_, segment): [number, number] => {
      const angle = (segment / circleSegments) * 2 * Math.PI
      return [Math.cos(angle), Math.sin(angle)]
    }),
  )
