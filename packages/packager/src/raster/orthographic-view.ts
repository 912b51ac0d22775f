/** Orthographic projection onto a pixel grid: pixel = rows · position + offset; depth grows away from the viewer. */
export interface OrthographicView {
  readonly width: number
  readonly height: number
  /** 3×3, row-major: pixel x, pixel y (down), depth in pixel scale. */
  readonly rows: Float64Array
  readonly offset: Float64Array
  /** Pixels per metre. */
  readonly scale: number
}

/** Bounds as min x y z, max x y z. */
export type Bounds = ArrayLike<number>

/** Returns the unit vector towards the viewer, from azimuth and elevation in degrees. */
export function viewDirection(azimuthDegrees: number, elevationDegrees: number): [number, number, number] {
  const azimuth = (azimuthDegrees * Math.PI) / 180
  const elevation = (elevationDegrees * Math.PI) / 180
  return [Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation)]
}

/**
 * Creates a view of `bounds` from the side `towardsViewer` points to, filling the grid except for a margin of pixels.
 */
export function orthographicView(
  bounds: Bounds,
  towardsViewer: readonly [number, number, number],
  grid: { readonly width: number; readonly height: number; readonly margin: number },
): OrthographicView {
  const [vx, vy, vz] = towardsViewer
  const level = Math.hypot(vx, vy)
  const right = level > 1e-6 ? [-vy / level, vx / level, 0] : [0, 1, 0]
  const up = [vy * right[2] - vz * right[1], vz * right[0] - vx * right[2], vx * right[1] - vy * right[0]]
  const center = [0, 1, 2].map((axis) => (bounds[axis] + bounds[axis + 3]) / 2)
  const half = [0, 1, 2].map((axis) => (bounds[axis + 3] - bounds[axis]) / 2)
  const computeHalfExtent = (direction: readonly number[]): number =>
    direction.reduce((sum, value, axis) => sum + Math.abs(value) * half[axis], 0)
  const scale = Math.min(
    (grid.width - 2 * grid.margin) / Math.max(1e-6, 2 * computeHalfExtent(right)),
    (grid.height - 2 * grid.margin) / Math.max(1e-6, 2 * computeHalfExtent(up)),
  )
  const rows = Float64Array.from([
    ...right.map((value) => value * scale),
    ...up.map((value) => -value * scale),
    ...towardsViewer.map((value) => -value * scale),
  ])
  const offset = Float64Array.from([grid.width / 2, grid.height / 2, 0])
  for (let row = 0; row < 3; row++) {
    for (let axis = 0; axis < 3; axis++) offset[row] -= rows[row * 3 + axis] * center[axis]
  }
  return { width: grid.width, height: grid.height, rows, offset, scale }
}

/** Crops a view to a rectangle of its pixels, which then fills the grid except for the margin. */
export function cropView(
  { width, height, rows, offset, scale }: OrthographicView,
  content: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
  margin: number,
): OrthographicView {
  const factor = Math.min(
    (width - 2 * margin) / Math.max(1, content.right - content.left),
    (height - 2 * margin) / Math.max(1, content.bottom - content.top),
  )
  const center = [(content.left + content.right) / 2, (content.top + content.bottom) / 2]
  return {
    width,
    height,
    rows: rows.map((value) => value * factor),
    offset: Float64Array.of(
      (offset[0] - center[0]) * factor + width / 2,
      (offset[1] - center[1]) * factor + height / 2,
      offset[2] * factor,
    ),
    scale: scale * factor,
  }
}
