import type { CommandTarget } from '@kamar/extensions'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Session } from '../../session/session.js'
import type { Collaboration, NewTopicTarget, OpenTopic } from './collaboration.js'
import { newTopicAtTarget } from './topic/new-topic-at.js'
import { useAnchorPicker } from './topic/use-anchor-picker.js'
import { useSheetPins } from './use-sheet-pins.js'
import { useTopicPins } from './use-topic-pins.js'

/** Query parameter of the open topic. */
export const topicParameter = 'topic'
/** View that lists the topics. */
export const topicsPanel = 'topics'

/** Topics of the model, as controlled by their panel, the pins and the context menu. */
export interface IssuesControl {
  readonly collaboration: Collaboration
  /** Creates a topic at a point of the model or of the sheet. */
  readonly begin: (target: CommandTarget | null) => void
}

export function useIssues({ access, drawing, layout, model, sheet, tree, viewer }: Session): IssuesControl {
  const { fileId, role, fileVersion, isExample } = access
  const anchorPicker = useAnchorPicker({
    viewer,
    sheet: drawing.isShown ? sheet : null,
    onStart: () => (layout.isCompact ? layout.closeSheets() : undefined),
    onEnd: () => layout.open(topicsPanel),
  })
  const collaboration = { fileId, role, fileVersion, isExample, ...useOpenTopic(), anchorPicker }
  const isVisible = layout.isOpen(topicsPanel)
  const { isShown: isDrawing } = drawing
  useTopicPins({
    viewer: model.manifest === null || isDrawing ? null : viewer,
    collaboration,
    isVisible: isVisible || anchorPicker.isActive,
  })
  useSheetPins({ drawing, sheet, collaboration, isVisible: isVisible || anchorPicker.isActive })
  useTopicPanel(collaboration.topicId, layout)
  return {
    collaboration,
    begin(target) {
      layout.inspector.close()
      layout.open(topicsPanel)
      void newTopicAtTarget(target, { viewer, tree, fileId, drawing, sheet }).then(collaboration.setNewTopic)
    },
  }
}

function useOpenTopic(): OpenTopic {
  const [search, setSearch] = useSearchParams()
  const [newTopic, setNewTopic] = useState<NewTopicTarget | null>(null)
  return {
    topicId: search.get(topicParameter),
    openTopic(topicId) {
      setNewTopic(null)
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (topicId === null) next.delete(topicParameter)
          else next.set(topicParameter, topicId)
          return next
        },
        { replace: true },
      )
    },
    newTopic,
    setNewTopic,
  }
}

/** Opens the panel of a topic that the address names, e.g. from an email or a notification. */
function useTopicPanel(topicId: string | null, layout: Session['layout']): void {
  useEffect(() => {
    if (topicId !== null && !layout.isOpen(topicsPanel)) layout.open(topicsPanel)
    // oxlint-disable-next-line react/exhaustive-deps -- only another topic matters: the panel may be closed then
  }, [topicId])
}
