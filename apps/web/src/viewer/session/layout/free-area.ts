import { computeBoxCenter, cross, mapAxes, normalize, subtract } from '@kamar/core/math'
import type { CameraView, Insets, Point, Viewer } from '@kamar/viewer'
import { useEffect, useRef } from 'react'

interface ScreenPosition {
  readonly x: number
  readonly y: number
}

/** Distance from the panels at which something is in view, pixels. */
const marginPixels = 120

/**
 * Returns by how many pixels a position on the canvas has to move to be in the free area, at some distance from the
 * panels; null where no panel covers it, and outside of the canvas.
 */
export function computeCoveredOffset(
  { x, y }: ScreenPosition,
  { width, height }: { readonly width: number; readonly height: number },
  { left, right, top, bottom }: Insets,
): ScreenPosition | null {
  if (x < 0 || x > width || y < 0 || y > height) return null
  const isFree = x >= left && x <= width - right && y >= top && y <= height - bottom
  if (isFree) return null
  return { x: computeExcess(x, left, width - right), y: computeExcess(y, top, height - bottom) }
}

/** Returns how far a coordinate is outside of an interval without its margins. */
function computeExcess(value: number, start: number, end: number): number {
  const margin = Math.max(0, Math.min(marginPixels, (end - start) / 2))
  return value - Math.min(Math.max(value, start + margin), Math.max(end - margin, start + margin))
}

/** Returns a view moved by metres to the right and downwards, in its own plane. */
export function shiftView(view: CameraView, right: number, down: number): CameraView {
  const forward = normalize(subtract(view.target, view.eye))
  const side = normalize(cross(forward, view.up ?? [0, 0, 1]))
  const up = cross(side, forward)
  const shift = (point: Point): Point => mapAxes((axis) => point[axis] + side[axis] * right - up[axis] * down)
  return { ...view, eye: shift(view.eye), target: shift(view.target) }
}

/** Moves the camera sideways when it has arrived, if a panel covers the selection. */
export function bringSelectionIntoFreeArea(viewer: Viewer): void {
  bringIntoFreeArea(viewer, () => findSmallSelection(viewer))
}

/** Moves the camera sideways when it has arrived, if a panel covers a point. */
export function bringIntoFreeArea(viewer: Viewer, findPoint: () => Point | null): void {
  const stop = viewer.on('frame', () => {
    if (viewer.camera.flying) return
    stop()
    const { camera, space } = viewer
    const point = isWalking(viewer) ? null : findPoint()
    if (!point) return
    const position = space.project(point)
    const offset = position.depth > 0 ? computeCoveredOffset(position, space.size, camera.insets) : null
    if (!offset) return
    const metres = 1 / space.pixelsPerMetreAt(point)
    camera.setView(shiftView(camera.view, offset.x * metres, offset.y * metres), { isCorrection: true })
  })
  viewer.invalidate()
}

/** Brings the selection of a model back into view when a panel opens over it. */
export function useFreeSelection(viewer: Viewer | null, { left, right }: Pick<Insets, 'left' | 'right'>): void {
  const before = useRef({ left, right })
  useEffect(() => {
    const hasGrown = left > before.current.left || right > before.current.right
    before.current = { left, right }
    if (viewer && hasGrown && viewer.selection.elements.length > 0) bringSelectionIntoFreeArea(viewer)
  }, [viewer, left, right])
}

/** Returns whether the camera stands in the model: a step to the side would be one of the walk. */
const isWalking = (viewer: Viewer): boolean => viewer.getExtension('kamar.navigation')?.isActive() === true

/** Returns the centre of the selection; null without one, and if it reaches beyond the panels anyway. */
function findSmallSelection({ camera, model, selection, space }: Viewer): Point | null {
  const box = selection.elements.length === 0 ? null : (model?.computeBounds(selection.elements) ?? null)
  if (!box) return null
  const center = computeBoxCenter(box)
  const size = Math.hypot(...subtract(box.max, box.min)) * space.pixelsPerMetreAt(center)
  return size < space.size.width - camera.insets.left - camera.insets.right ? center : null
}
