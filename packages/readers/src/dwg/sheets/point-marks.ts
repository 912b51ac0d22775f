import type { Vector } from '../../shared/matrix.js'
import type { Points } from './geometry.js'

/** Marks of PDMODE by their number: what stands at a point. */
const [dot, none, plus, cross, tick] = [0, 1, 2, 3, 4]
const [circled, squared] = [32, 64]
/** Where PDSIZE is a share of the window or not stated, a mark is this share of the drawing's extents. */
const defaultMarkRatio = 0.01
/** Extents that were never computed are stated as large as this. */
const maxExtent = 1e15

/** What a POINT looks like: PDMODE and the size of its mark in units of the drawing. */
export interface PointStyle {
  readonly mode: number
  readonly size: number
}

interface PointHeader {
  readonly pointDisplayMode: number
  readonly pointDisplaySize: number
  readonly modelSpaceExtMin: { readonly x: number; readonly y: number }
  readonly modelSpaceExtMax: { readonly x: number; readonly y: number }
}

/** The style of points of a drawing; its extents stand for the window that a share is of. */
export function toPointStyle(header: PointHeader | null | undefined): PointStyle {
  if (!header) return { mode: dot, size: 0 }
  const { pointDisplayMode: mode, pointDisplaySize: size, modelSpaceExtMin: min, modelSpaceExtMax: max } = header
  const extent = Math.max(max.x - min.x, max.y - min.y)
  const share = size < 0 ? -size / 100 : defaultMarkRatio
  const markSize = size > 0 ? size : extent < maxExtent ? extent * share : 0
  return { mode: mode > 0 ? mode : dot, size: markSize > 0 ? markSize : 0 }
}

/** Lines and rings of a mark about its point, x y z each; null for a dot. */
export function pointMark({ mode, size }: PointStyle, [x, y, z]: Vector): readonly Points[] | null {
  const half = size / 2
  const kind = mode % circled
  if (!(half > 0) || mode === dot || mode < 0) return null
  const at = (u: number, v: number): Points => [x + u * half, y + v * half, z]
  const line = (...ends: readonly (readonly [number, number])[]): Points => ends.flatMap(([u, v]) => at(u, v))
  const marks: Points[] = []
  // The marks reach beyond what is put around them.
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
