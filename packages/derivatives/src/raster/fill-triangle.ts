import type { DepthBuffer } from './depth-buffer.js'

/** Pixel x, pixel y, depth of three corners, as offsets into `points`. */
export interface Triangle {
  readonly points: Float32Array
  a: number
  b: number
  c: number
}

/**
 * Calls `visit(pixel, depth)` for every pixel whose centre lies in the triangle; a triangle too small to hold a centre
 * visits the pixel of its middle, so that thin and tiny things are not lost. Both sides count.
 */
export function visitPixels(
  triangle: Triangle,
  target: { readonly width: number; readonly height: number },
  visit: (pixel: number, depth: number) => void,
): void {
  const { points, a, b, c } = triangle
  const ax = points[a]
  const ay = points[a + 1]
  const bx = points[b]
  const by = points[b + 1]
  const cx = points[c]
  const cy = points[c + 1]
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
  const right = Math.min(target.width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
  const bottom = Math.min(target.height - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
  const twiceArea = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (left > right || top > bottom || twiceArea === 0) {
    visitMiddle(triangle, target, visit)
    return
  }
  const inverse = 1 / twiceArea
  const az = points[a + 2]
  const depthX = ((points[b + 2] - az) * (cy - ay) - (points[c + 2] - az) * (by - ay)) * inverse
  const depthY = ((points[c + 2] - az) * (bx - ax) - (points[b + 2] - az) * (cx - ax)) * inverse
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5
    const span = rowSpan(triangle, py)
    const first = Math.max(left, Math.ceil(span[0] - 0.5))
    const last = Math.min(right, Math.floor(span[1] - 0.5))
    let depth = az + depthX * (first + 0.5 - ax) + depthY * (py - ay)
    for (let pixel = y * target.width + first; pixel <= y * target.width + last; pixel++) {
      visit(pixel, depth)
      depth += depthX
    }
  }
}

const span = new Float64Array(2)

/** Pixel x at which a row enters and leaves the triangle. */
function rowSpan({ points, a, b, c }: Triangle, y: number): Float64Array {
  span[0] = Infinity
  span[1] = -Infinity
  crossEdge(points, a, b, y)
  crossEdge(points, b, c, y)
  crossEdge(points, c, a, y)
  return span
}

function crossEdge(points: Float32Array, from: number, to: number, y: number): void {
  const fromY = points[from + 1]
  const toY = points[to + 1]
  if (fromY > y === toY > y) return
  const x = points[from] + ((y - fromY) / (toY - fromY)) * (points[to] - points[from])
  if (x < span[0]) span[0] = x
  if (x > span[1]) span[1] = x
}

function visitMiddle(
  { points, a, b, c }: Triangle,
  target: { readonly width: number; readonly height: number },
  visit: (pixel: number, depth: number) => void,
): void {
  const x = Math.floor((points[a] + points[b] + points[c]) / 3)
  const y = Math.floor((points[a + 1] + points[b + 1] + points[c + 1]) / 3)
  if (x < 0 || y < 0 || x >= target.width || y >= target.height) return
  visit(y * target.width + x, (points[a + 2] + points[b + 2] + points[c + 2]) / 3)
}

/** Fills depth and a number per pixel where the triangle is nearest. */
export function fillNearest(triangle: Triangle, buffer: DepthBuffer, ids: Int32Array, id: number): void {
  const { depth } = buffer
  visitPixels(triangle, buffer, (pixel, value) => {
    if (value < depth[pixel]) {
      depth[pixel] = value
      ids[pixel] = id
    }
  })
}
