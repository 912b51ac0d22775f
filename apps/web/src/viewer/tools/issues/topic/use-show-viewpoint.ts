import type { Topic } from '@kamar/contracts'
import type { Viewer } from '@kamar/viewer'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { openViewpoint } from '../../../kit/viewpoints/capture.js'
import { bringSelectionIntoFreeArea } from '../../../kit/viewpoints/free-area.js'

interface ShownTopic {
  readonly topic: Topic
  /** Whether the model is loaded, so that a view can be shown. */
  readonly ready: boolean
}

/** Shows viewpoints of a topic: the first one when it is opened, others on request. */
export function useShowViewpoint(viewer: Viewer | null, fileId: string, { topic, ready }: ShownTopic) {
  const [shownId, setShownId] = useState<string | null>(null)
  const hasOpened = useRef(false)
  const open = (viewpointId: string): void => {
    if (!viewer) return
    setShownId(viewpointId)
    openViewpoint(viewer, fileId, viewpointId).then(
      () => bringSelectionIntoFreeArea(viewer),
      (error: unknown) => notify(errorMessage(error), { tone: 'problem' }),
    )
  }
  useEffect(() => {
    if (hasOpened.current || !ready || topic.viewpointId === null) return
    hasOpened.current = true
    open(topic.viewpointId)
  })
  return { shownId, open }
}
