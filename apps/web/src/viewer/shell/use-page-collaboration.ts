import type { ModelTree } from '@kamar/view-package/read'
import type { PickResult } from '@kamar/viewer'
import { useEffect, useState } from 'react'
import { type MarkupControl, useMarkup } from '../tools/markup/use-markup.js'
import { newTopicAt } from '../tools/issues/new-topic-at.js'
import { useTopicPins } from '../tools/issues/use-topic-pins.js'
import { type Collaboration, canWrite, useCollaboration } from '../session/use-collaboration.js'
import type { Inspector } from '../session/use-inspector.js'
import type { ActiveModel } from '../session/use-model-view.js'
import type { OpenFile } from '../session/use-open-file.js'
import type { Panels } from '../session/use-panels.js'

/** Dialogs over the viewer. */
export type PageDialog = 'share' | 'screenshot' | 'palette' | 'shortcuts' | null

interface PageCollaborationOptions {
  readonly urn: string | null
  readonly open: OpenFile
  readonly model: ActiveModel
  readonly tree: ModelTree | null
  readonly panels: Panels
  readonly inspector: Inspector
  readonly isCompact: boolean
}

/** Collaboration on the open model. */
export interface PageCollaboration {
  readonly collaboration: Collaboration
  readonly markup: MarkupControl
  readonly dialog: PageDialog
  readonly setDialog: (dialog: PageDialog) => void
  /** Starts markup; closes a sheet that would cover the model. */
  readonly draw: () => void
  /** Creates a topic at the picked point; undefined without permission. */
  readonly onTopic: ((pick: PickResult | null) => void) | undefined
}

export function usePageCollaboration({
  urn,
  open,
  model,
  tree,
  ...parts
}: PageCollaborationOptions): PageCollaboration {
  const { panels, inspector, isCompact } = parts
  const { viewer } = model
  const collaboration = useCollaboration(urn, open)
  const markup = useMarkup(viewer)
  const [dialog, setDialog] = useState<PageDialog>(null)
  useTopicPins({
    viewer: model.manifest === null ? null : viewer,
    collaboration,
    isVisible: panels.left === 'topics',
  })
  useTopicPanel(collaboration.topicId, panels)
  return {
    collaboration,
    markup,
    dialog,
    setDialog,
    draw() {
      if (isCompact) {
        panels.setLeft(null)
        inspector.close()
      }
      markup.start()
    },
    onTopic: canWrite(collaboration)
      ? (pick) => {
          inspector.close()
          panels.setLeft('topics')
          collaboration.setNewTopic(newTopicAt(pick, { viewer, tree, fileId: collaboration.fileId }))
        }
      : undefined,
  }
}

/** Opens the panel of a topic that the address names, e.g. from an email or a notification. */
function useTopicPanel(topicId: string | null, { left, setLeft }: Panels): void {
  useEffect(() => {
    if (topicId !== null && left !== 'topics') setLeft('topics')
    // oxlint-disable-next-line react/exhaustive-deps -- only another topic matters: the panel may be closed then
  }, [topicId])
}
