import { add, mapAxes, subtract } from '@kamar/core/math'
import type { Box } from '@kamar/package-format/read'
import type { Viewer } from '../../engine/api.js'
import { boxAxes, type SectionBox } from './section-state.js'

/** Returns the box whose centre a new plane goes through: selection, section box, visible elements, then the model. */
export function computeFocus(viewer: Viewer, box: SectionBox | null): Box | null {
  const { model, selection } = viewer
  if (model === null) return null
  const selected = selection.elements.length === 0 ? null : model.computeBounds(selection.elements)
  return selected ?? (box?.enabled === true ? computeBoxBounds(box) : null) ?? computeVisibleBounds(viewer)
}

/** Returns the axis-aligned bounds of a section box. */
export function computeBoxBounds(box: SectionBox): Box {
  const axes = boxAxes(box)
  const half = mapAxes((axis) =>
    axes.reduce((sum, direction, own) => sum + Math.abs(direction[axis]) * box.half[own], 0),
  )
  return { min: subtract(box.center, half), max: add(box.center, half) }
}

/** Returns the bounds of what is neither hidden nor ghosted; those of the model if that is everything, or nothing. */
export function computeVisibleBounds({ model, visibility }: Viewer): Box | null {
  if (model === null) return null
  const { bounds, counts } = model.manifest
  const { hidden, ghosted } = visibility.counts
  if (hidden === 0 && ghosted === 0) return bounds
  const isDrawn = (element: number): boolean => visibility.isVisible(element) && !visibility.isGhosted(element)
  const candidates = Array.from({ length: counts.nodes }, (_, element) => element).filter(
    (element) => model.hasShape(element) && isDrawn(element),
  )
  return (candidates.length === 0 ? null : model.computeBounds(candidates)) ?? bounds
}

/** Returns the common part of two boxes; the first if they have none. */
export function intersectBoxes(box: Box, other: Box): Box {
  const min = mapAxes((axis) => Math.max(box.min[axis], other.min[axis]))
  const max = mapAxes((axis) => Math.min(box.max[axis], other.max[axis]))
  return min.every((value, axis) => value <= max[axis]) ? { min, max } : box
}
