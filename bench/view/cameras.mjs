/**
 * Camera that is the same for every viewer: derived from the model's bounding box, with its diagonal as the distance.
 * @typedef {{ min: number[], max: number[] }} Bounds
 * @typedef {{ eye: number[], target: number[], up: number[] }} Camera
 */

/** Eye relative to the centre in diagonals, Y up. */
const offset = { x: 0.55, y: 0.35, z: 0.55 }

/** Converts a vector with Y up to the viewer's own axes. */
const inAxes = (upAxis, x, y, z) => (upAxis === 'z' ? [x, -z, y] : [x, y, z])

/**
 * Returns cameras on a full circle around the model's vertical axis; the first is the one with which models are loaded.
 * @param {Bounds} bounds
 * @param {'y' | 'z'} upAxis
 * @param {number} steps
 * @param {number} circle  angle of the arc, radians
 * @returns {Camera[]}
 */
export function orbitCameras({ min, max }, upAxis, steps, circle = 2 * Math.PI) {
  const target = min.map((value, axis) => (value + max[axis]) / 2)
  const diagonal = Math.hypot(...max.map((value, axis) => value - min[axis]))
  const radius = Math.hypot(offset.x, offset.z)
  const startAngle = Math.atan2(offset.z, offset.x)
  return Array.from({ length: steps }, (_, step) => {
    const angle = startAngle + (step / steps) * circle
    const offsetFromTarget = inAxes(upAxis, radius * Math.cos(angle), offset.y, radius * Math.sin(angle))
    return {
      eye: target.map((value, axis) => value + offsetFromTarget[axis] * diagonal),
      target,
      up: inAxes(upAxis, 0, 1, 0),
    }
  })
}

/**
 * Returns cameras that look in all horizontal directions from the centre of the model.
 * @param {Bounds} bounds
 * @param {'y' | 'z'} upAxis
 * @param {number} steps
 * @returns {Camera[]}
 */
export function insideCameras({ min, max }, upAxis, steps) {
  const eye = min.map((value, axis) => (value + max[axis]) / 2)
  const radius = Math.hypot(...max.map((value, axis) => value - min[axis])) / 4
  return Array.from({ length: steps }, (_, step) => {
    const angle = ((step + 0.5) / steps) * 2 * Math.PI
    const ahead = inAxes(upAxis, Math.cos(angle) * radius, 0, Math.sin(angle) * radius)
    return { eye, target: eye.map((value, axis) => value + ahead[axis]), up: inAxes(upAxis, 0, 1, 0) }
  })
}

/**
 * Returns a horizontal cut through the centre; the part below it remains, on the side that `normal` points away from.
 * @param {Bounds} bounds
 * @param {'y' | 'z'} upAxis
 */
export function levelCut({ min, max }, upAxis) {
  return { point: min.map((value, axis) => (value + max[axis]) / 2), normal: inAxes(upAxis, 0, 1, 0) }
}
