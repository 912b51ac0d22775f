type Point = readonly [number, number, number]

/** Projects points of the model to the test page, pixels from the top left. */
export function projectedBy(view: {
  readonly eye: Point
  readonly target: Point
  readonly width: number
  readonly height: number
  readonly fieldOfViewDegrees: number
}): (point: Point) => [number, number] {
  const { eye, target, width, height } = view
  const viewVector = [0, 1, 2].map((axis) => target[axis] - eye[axis])
  const distance = Math.hypot(...viewVector)
  const [fx, fy, fz] = viewVector.map((value) => value / distance)
  const level = Math.hypot(fx, fy)
  const right = [fy / level, -fx / level, 0]
  const up = [right[1] * fz, -right[0] * fz, right[0] * fy - right[1] * fx]
  const scale = height / (2 * Math.tan((view.fieldOfViewDegrees * Math.PI) / 360))
  return (point) => {
    const [x, y, z] = [0, 1, 2].map((axis) => point[axis] - eye[axis])
    const depth = x * fx + y * fy + z * fz
    const across = x * right[0] + y * right[1]
    const along = x * up[0] + y * up[1] + z * up[2]
    return [width / 2 + (across / depth) * scale - 0.5, height / 2 - (along / depth) * scale - 0.5]
  }
}
