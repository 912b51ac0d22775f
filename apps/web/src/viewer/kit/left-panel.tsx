import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Panel } from './panel/panel.js'
import { ViewContent } from './slot.js'
import { useViews } from './tools-context.js'
import { useViewerSession } from '../session/session.js'

/** Renders the open panel of the left side. */
export function LeftPanel() {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const { panels } = layout
  const open = useViews('panel').find(({ view }) => layout.isOpen(view.id))
  if (!open) return null
  const content = (
    <Panel
      title={t(open.view.title as ParseKeys)}
      side="left"
      width={panels.leftWidth}
      asSheet={layout.isCompact}
      onWidth={panels.setLeftWidth}
      onClose={() => layout.close(open.view.id)}
    >
      <ViewContent key={open.view.id} {...open} />
    </Panel>
  )
  // A lowered sheet keeps its content, such as the results of a search.
  return layout.isCompact ? <div className={layout.isLowered ? 'hidden' : 'contents'}>{content}</div> : content
}
