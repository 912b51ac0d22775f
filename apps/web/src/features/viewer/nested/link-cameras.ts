import type { Viewer } from '@kamar/viewer'

type Pose = Viewer['camera']['pose']

/** How the picture of the main view stands in that of the nested one. */
interface Framing {
  /** From the middle of the main view to the middle of what is free of panels in it, in heights of its picture. */
  readonly right: number
  readonly down: number
  /** So many times higher is what the nested view shows, that all of the free part is in it. */
  readonly scale: number
}

/**
 * Where one view is turned to the other turns too: both look from the same place, and what is free of panels in the main
 * view stands whole in the middle of the nested one, which begins where the main one is. Answers the end.
 */
export function linkCameras(main: Viewer, nested: Viewer): () => void {
  let framing = computeFraming(main, nested)
  // A view tells of its camera a picture later: by then the leading one has moved on, and must not be drawn back.
  const passed = new Map<Viewer, Pose>()
  const hasMoved = (viewer: Viewer): boolean => passed.get(viewer) !== viewer.camera.pose
  const toNested = (): void => {
    // Measured anew only here: a panel that opened meanwhile must not move the main view.
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

/** A camera of its own has the usual field of view; what it looks at keeps its size. */
function free({ camera }: Viewer, { scale }: Framing): void {
  camera.apply(widened(camera.pose, 1 / scale), true)
  camera.zoomBy(scale)
}

/** The picture made so many times higher from the same place. */
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

/** Never nothing: a view that is hidden for a moment is not gone. */
const getHeight = ({ element }: Viewer): number => Math.max(1, element.clientHeight)

/** CSS pixels of a picture that no panel covers, and where their middle is. */
function freePart({ element, camera }: Viewer) {
  const { left, right, top, bottom } = camera.insets
  return {
    width: Math.max(1, element.clientWidth - left - right),
    height: Math.max(1, element.clientHeight - top - bottom),
    right: (left - right) / 2,
    down: (top - bottom) / 2,
  }
}
