import type { Topic } from '@kamar/contracts'
import type { ModelTree } from '@kamar/package-format/read'
import type { Point, Viewer } from '@kamar/viewer'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { openViewpoint } from '../../../kit/viewpoints/capture.js'
import { useViewerSession } from '../../../session/session.js'
import { fileFrame } from '../../../session/models/file-frame.js'
import { bringIntoFreeArea, bringSelectionIntoFreeArea } from '../../../session/layout/free-area.js'
import type { Reveal } from '../../../session/reveal/use-reveal.js'
import { useRevealInList } from '../../../session/reveal/use-reveal-in-list.js'

/** Extent of the model around a location without an element, metres. */
const contextMetres = 2

interface AnchorContext {
  readonly fileId: string
  readonly tree: ModelTree
  readonly reveal: Reveal
}

/** Brings the element or the location of a topic into view. */
function showAnchor(viewer: Viewer, { anchor }: Topic, { fileId, tree, reveal }: AnchorContext): void {
  if (!anchor) return
  const element = anchor.sourceId === null ? -1 : findElement(tree, anchor.sourceId)
  if (element >= 0) return reveal([element])
  const point = findAnchorPoint(viewer, fileId, { anchor })
  if (!point) return
  const [x, y, z] = point
  const half = contextMetres / 2
  viewer.camera.fitBox({ min: [x - half, y - half, z - half], max: [x + half, y + half, z + half] })
}

/** Returns the place of a topic in the model. */
function findAnchorPoint(viewer: Viewer, fileId: string, { anchor }: Pick<Topic, 'anchor'>): Point | null {
  return (anchor && fileFrame(viewer, fileId)?.pointToView(anchor.point)) ?? null
}

/** Provides the point that the view of a topic is about; it is brought back into view when a panel opens over it. */
function useSubjectInFreeArea() {
  const { drawing, layout, viewer } = useViewerSession()
  const subject = useRef<Point | null>(null)
  const { left, right } = layout.covered
  const before = useRef({ left, right })
  const isOnModel = !drawing.isShown && !layout.isCompact
  useEffect(() => {
    const hasGrown = left > before.current.left || right > before.current.right
    before.current = { left, right }
    if (viewer && isOnModel && hasGrown && subject.current) bringIntoFreeArea(viewer, () => subject.current)
  }, [viewer, isOnModel, left, right])
  return subject
}

const findElement = (tree: ModelTree, sourceId: string): number => tree.findByIds([sourceId])[0] ?? -1

interface ShownTopic {
  readonly topic: Topic
  /** Whether the model or drawing is loaded, so that a view can be shown. */
  readonly ready: boolean
}

/**
 * Shows viewpoints of a topic: the first one when it is opened, others on request. A topic without a viewpoint leads to
 * its element, or to its location.
 */
export function useShowViewpoint(fileId: string, { topic, ready }: ShownTopic) {
  const session = useViewerSession()
  const { viewer, tree } = session
  const reveal = useRevealInList(viewer)
  const [shownId, setShownId] = useState<string | null>(null)
  const hasOpened = useRef(false)
  const subject = useSubjectInFreeArea()
  const open = (viewpointId: string): void => {
    setShownId(viewpointId)
    openViewpoint(session, fileId, viewpointId).then(
      ({ camera, markup }) => {
        if (!viewer || !camera) return
        // Markup belongs to the exact camera of its view.
        const hasMarkup = markup.shapes.length > 0
        subject.current = hasMarkup
          ? null
          : (findAnchorPoint(viewer, fileId, topic) ?? viewer.camera.destination.target)
        if (!hasMarkup) bringSelectionIntoFreeArea(viewer)
      },
      (error: unknown) => notify(errorMessage(error), { tone: 'problem' }),
    )
  }
  useEffect(() => {
    if (hasOpened.current || !ready || topic.viewpointId === null) return
    hasOpened.current = true
    open(topic.viewpointId)
  })
  useEffect(() => {
    if (hasOpened.current || !ready || topic.viewpointId !== null || !viewer || !tree) return
    hasOpened.current = true
    showAnchor(viewer, topic, { fileId, tree, reveal })
  })
  return { shownId, open }
}
