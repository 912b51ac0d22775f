import type { Box } from '@kamar/view-package/read'
import type { CameraView, Viewer } from '@kamar/viewer'
import { useEffect, useMemo } from 'react'
import { frameBox, type Insets } from './frame-box.js'
import type { Inspector } from './use-inspector.js'
import type { Panels } from './use-panels.js'

const gapPixels = 8
const railPixels = 44
const barPixels = 48
/** A part is shown with some of what is around it. */
const airAroundParts = 0.125

/** What bars and panels cover of the canvas. */
export function coveredInsets(cover: {
  readonly panels: Pick<Panels, 'left' | 'leftWidth' | 'rightWidth'>
  readonly inspector: Pick<Inspector, 'isOpen'>
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
export class Framing {
  readonly #viewer: Viewer | null
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 }

  constructor(viewer: Viewer | null) {
    this.#viewer = viewer
  }

  cover(insets: Insets): void {
    this.#insets = insets
  }

  /** Flies to the home view of the whole model. */
  readonly home = (): void => this.#goHome(true)

  /** Brings the elements, or the whole model, into the free part of the picture. */
  readonly fit = (elements?: readonly number[]): void => {
    const model = this.#viewer?.model
    const box = elements ? model?.boundsOf(elements) : model?.manifest.bounds
    if (!this.#viewer || !box) return
    this.#viewer.camera.setView(this.#framed(this.#viewer.camera.view, elements ? withAir(box) : box))
  }

  /** Everything as it was when the model opened. */
  readonly reset = (): void => {
    if (!this.#viewer) return
    const { camera } = this.#viewer
    const before = camera.view
    this.#viewer.resetView()
    camera.setView(before, { animate: false })
    this.#goHome(true)
  }

  /** As long as nobody has moved the camera, it follows the model that grows. */
  follow(): () => void {
    const viewer = this.#viewer
    if (!viewer) return () => undefined
    const settle = (): void => {
      if (!viewer.camera.touched) this.#goHome(false)
    }
    const undo = [
      viewer.on('modelProgress', settle),
      viewer.on('firstPicture', settle),
      viewer.on('modelComplete', settle),
    ]
    return () => undo.forEach((end) => end())
  }

  /** The engine knows which way home looks; the place is ours. */
  #goHome(animate: boolean): void {
    const bounds = this.#viewer?.model?.manifest.bounds
    if (!this.#viewer || !bounds) return
    const { camera } = this.#viewer
    const before = camera.view
    camera.goTo('home', { animate: false })
    const home = this.#framed(camera.view, bounds)
    if (animate) camera.setView(before, { animate: false })
    camera.setView(home, { animate })
    camera.touched = false
  }

  #framed(view: CameraView, box: Box): CameraView {
    const { clientWidth: width = 1, clientHeight: height = 1 } = this.#viewer?.element ?? {}
    return frameBox(view, box, { size: { width, height }, insets: this.#insets })
  }
}

/** The framing of a page whose panels cover some of the canvas. */
export function useFraming(viewer: Viewer | null, insets: Insets): Framing {
  const framing = useMemo(() => new Framing(viewer), [viewer])
  useEffect(() => framing.cover(insets), [framing, insets])
  useEffect(() => framing.follow(), [framing])
  return framing
}

function withAir({ min, max }: Box): Box {
  const grow = (axis: 0 | 1 | 2): number => (max[axis] - min[axis]) * airAroundParts
  return {
    min: [min[0] - grow(0), min[1] - grow(1), min[2] - grow(2)],
    max: [max[0] + grow(0), max[1] + grow(1), max[2] + grow(2)],
  }
}
