import { computeBoxCenter, cross, mapAxes, normalize, subtract } from '@kamar/core/math'
import type { CameraView, Insets, Point, Viewer } from '@kamar/viewer'

interface ScreenPosition {
  readonly x: number
  readonly y: number
}

/**
 * Returns by how many pixels a position on the canvas is off the centre of the free area; null where no panel covers
 * it, and outside of the canvas.
 */
export function computeCoveredOffset(
  { x, y }: ScreenPosition,
  { width, height }: { readonly width: number; readonly height: number },
  { left, right, top, bottom }: Insets,
): ScreenPosition | null {
  if (x < 0 || x > width || y < 0 || y > height) return null
  const isFree = x >= left && x <= width - right && y >= top && y <= height - bottom
  return isFree ? null : { x: x - (left + width - right) / 2, y: y - (top + height - bottom) / 2 }
}

/** Returns a view moved by metres to the right and downwards, in its own plane. */
export function shiftView(view: CameraView, right: number, down: number): CameraView {
  const forward = normalize(subtract(view.target, view.eye))
  const side = normalize(cross(forward, view.up ?? [0, 0, 1]))
  const up = cross(side, forward)
  const shift = (point: Point): Point => mapAxes((axis) => point[axis] + side[axis] * right - up[axis] * down)
  return { ...view, eye: shift(view.eye), target: shift(view.target) }
}

/** Moves the camera sideways when it has arrived, if the panel that the selection opened covers the selection. */
export function bringSelectionIntoFreeArea(viewer: Viewer): void {
  const stop = viewer.on('frame', () => {
    if (viewer.camera.flying) return
    stop()
    const { camera, model, selection, space } = viewer
    const box = selection.elements.length === 0 ? null : (model?.computeBounds(selection.elements) ?? null)
    if (!box) return
    const center = computeBoxCenter(box)
    const position = space.project(center)
    const offset = position.depth > 0 ? computeCoveredOffset(position, space.size, camera.insets) : null
    if (!offset) return
    const metres = 1 / space.pixelsPerMetreAt(center)
    camera.setView(shiftView(camera.view, offset.x * metres, offset.y * metres))
  })
  viewer.invalidate()
}
