import type { Topic } from '@kamar/contracts'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { openViewpoint } from '../../../kit/viewpoints/capture.js'
import { useViewerSession } from '../../../session/session.js'

interface ShownTopic {
  readonly topic: Topic
  /** Whether the model or drawing is loaded, so that a view can be shown. */
  readonly ready: boolean
}

/** Shows viewpoints of a topic: the first one when it is opened, others on request. */
export function useShowViewpoint(fileId: string, { topic, ready }: ShownTopic) {
  const session = useViewerSession()
  const [shownId, setShownId] = useState<string | null>(null)
  const hasOpened = useRef(false)
  const open = (viewpointId: string): void => {
    setShownId(viewpointId)
    openViewpoint(session, fileId, viewpointId).catch((error: unknown) =>
      notify(errorMessage(error), { tone: 'problem' }),
    )
  }
  useEffect(() => {
    if (hasOpened.current || !ready || topic.viewpointId === null) return
    hasOpened.current = true
    open(topic.viewpointId)
  })
  return { shownId, open }
}
