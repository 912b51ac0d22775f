import type { Box } from '@kamar/view-package/read'
import type { CameraView, Viewer } from '@kamar/viewer'
import { useEffect, useMemo, useRef } from 'react'
import { frameBox, type Insets } from './frame-box.js'
import type { Inspector } from './use-inspector.js'
import type { Panels } from './use-panels.js'

const gapPixels = 8
const railPixels = 44
const barPixels = 48

/** What bars and panels cover of the canvas. */
export function coveredInsets(cover: {
  readonly panels: Panels
  readonly inspector: Inspector
  readonly isPhone: boolean
}): Insets {
  const { panels, inspector, isPhone } = cover
  const bar = barPixels + 2 * gapPixels
  if (isPhone) return { left: gapPixels, right: gapPixels, top: bar, bottom: bar }
  const leftPanel = panels.left === null ? 0 : panels.leftWidth + gapPixels
  const rightPanel = inspector.isOpen ? panels.rightWidth + gapPixels : 0
  return { left: railPixels + 2 * gapPixels + leftPanel, right: gapPixels + rightPanel, top: bar, bottom: bar }
}

/** Ways to look at the model so that it stands in what the panels leave free. */
export interface Framing {
  home(): void
  /** The elements, or the whole model. */
  fit(elements?: readonly number[]): void
  /** Everything as it was when the model opened. */
  reset(): void
}

/** As long as nobody has moved the camera, it follows the model that grows. */
export function useFraming(viewer: Viewer | null, insets: Insets): Framing {
  const covered = useRef(insets)
  useEffect(() => {
    covered.current = insets
  }, [insets])
  const framing = useMemo(() => createFraming(viewer, () => covered.current), [viewer])
  useEffect(() => {
    if (!viewer) return undefined
    const follow = (): void => {
      if (!viewer.camera.touched) framing.settle()
    }
    const undo = [
      viewer.on('modelProgress', follow),
      viewer.on('firstPicture', follow),
      viewer.on('modelComplete', follow),
    ]
    return () => undo.forEach((end) => end())
  }, [viewer, framing])
  return framing
}

function createFraming(viewer: Viewer | null, covered: () => Insets): Framing & { settle(): void } {
  const framed = (view: CameraView, box: Box): CameraView => {
    const { clientWidth: width, clientHeight: height } = viewer?.element ?? { clientWidth: 1, clientHeight: 1 }
    return frameBox(view, box, { size: { width, height }, insets: covered() })
  }
  const goHome = (animate: boolean): void => {
    const bounds = viewer?.model?.manifest.bounds
    if (!viewer || !bounds) return
    const before = viewer.camera.view
    // The engine knows which way home looks; the place is ours.
    viewer.camera.goTo('home', { animate: false })
    const home = framed(viewer.camera.view, bounds)
    if (animate) viewer.camera.setView(before, { animate: false })
    viewer.camera.setView(home, { animate })
    viewer.camera.touched = false
  }
  return {
    home: () => goHome(true),
    settle: () => goHome(false),
    reset() {
      if (!viewer) return
      const before = viewer.camera.view
      viewer.resetView()
      viewer.camera.setView(before, { animate: false })
      goHome(true)
    },
    fit(elements) {
      const model = viewer?.model
      const box = elements ? model?.boundsOf(elements) : model?.manifest.bounds
      if (viewer && box) viewer.camera.setView(framed(viewer.camera.view, withAir(box, elements !== undefined)))
    },
  }
}

/** A part is shown with some of what is around it. */
function withAir({ min, max }: Box, isPart: boolean): Box {
  const by = isPart ? 0.125 : 0
  const grow = (axis: 0 | 1 | 2): number => (max[axis] - min[axis]) * by
  return {
    min: [min[0] - grow(0), min[1] - grow(1), min[2] - grow(2)],
    max: [max[0] + grow(0), max[1] + grow(1), max[2] + grow(2)],
  }
}
