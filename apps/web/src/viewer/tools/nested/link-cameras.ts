import type { Viewer } from '@kamar/viewer'

type Pose = Viewer['camera']['pose']

/** Position and scale of the main view's frame within that of the nested one. */
interface Framing {
  /** Offset from the centre of the main view to the centre of its area free of panels, in frame heights. */
  readonly right: number
  readonly down: number
  /** Factor by which the nested view shows a greater height, so that all of the free area is visible. */
  readonly scale: number
}

/**
 * Links two cameras: orbiting one view orbits the other. Both look from the same position, and the panel-free area of
 * the main view is completely visible at the centre of the nested one, which starts with the main camera. Returns a
 * function that unlinks them.
 */
export function linkCameras(main: Viewer, nested: Viewer): () => void {
  let framing = computeFraming(main, nested)
  // A view emits its camera one frame late; by then the leading view has moved on and must not be moved back.
  const passed = new Map<Viewer, Pose>()
  const hasMoved = (viewer: Viewer): boolean => passed.get(viewer) !== viewer.camera.pose
  const toNested = (): void => {
    // Recomputed only here: a panel that was opened meanwhile must not move the main view.
    framing = computeFraming(main, nested)
    applyPose(nested, main.camera.pose, framing)
    passed.set(nested, nested.camera.pose)
  }
  const toMain = (): void => {
    const { right, down, scale } = framing
    applyPose(main, widened(nested.camera.pose, 1 / scale), { right: -right, down: -down, scale: 1 })
    passed.set(main, main.camera.pose)
  }
  toNested()
  const stops = [
    main.on('cameraChanged', () => (hasMoved(main) ? toNested() : undefined)),
    nested.on('cameraChanged', () => (hasMoved(nested) ? toMain() : undefined)),
  ]
  return () => {
    for (const stop of stops) stop()
    free(nested, framing)
  }
}

function applyPose({ camera }: Viewer, pose: Pose, { right, down, scale }: Framing): void {
  camera.apply(pose, true)
  camera.panBy(-right, down)
  camera.apply(widened(camera.pose, scale), true)
}

/** Resets an unlinked camera to the default field of view; the target keeps its size. */
function free({ camera }: Viewer, { scale }: Framing): void {
  camera.apply(widened(camera.pose, 1 / scale), true)
  camera.zoomBy(scale)
}

/** Scales the visible height by a factor, from the same position. */
function widened(pose: Pose, scale: number): Pose {
  if (scale === 1) return pose
  const tangent = Math.tan((pose.fieldOfViewDegrees * Math.PI) / 360) * scale
  return { ...pose, fieldOfViewDegrees: (Math.atan(tangent) * 360) / Math.PI }
}

function computeFraming(main: Viewer, nested: Viewer): Framing {
  const free = freePart(main)
  const nestedArea = freePart(nested)
  const mainHeight = getHeight(main)
  const pixelRatio = Math.max(free.width / nestedArea.width, free.height / nestedArea.height)
  return {
    right: free.right / mainHeight,
    down: free.down / mainHeight,
    scale: (getHeight(nested) * pixelRatio) / mainHeight,
  }
}

/** Returns the height, at least 1, as a temporarily hidden view has height 0. */
const getHeight = ({ element }: Viewer): number => Math.max(1, element.clientHeight)

/** Returns the size of the panel-free area in CSS pixels, and its centre. */
function freePart({ element, camera }: Viewer) {
  const { left, right, top, bottom } = camera.insets
  return {
    width: Math.max(1, element.clientWidth - left - right),
    height: Math.max(1, element.clientHeight - top - bottom),
    right: (left - right) / 2,
    down: (top - bottom) / 2,
  }
}
