import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../platform/design/button.js'
import { Toolbar } from '../../platform/design/toolbar.js'
import { ToolIcon } from './tool-icon.js'
import { isShared, useViews } from './tools-context.js'
import { useViewerSession } from '../session/session.js'

interface ViewerRailProps {
  /** Whether only panels are offered that models and sheets share. */
  readonly isSharedOnly?: boolean | undefined
}

/** Renders the panels of the left side as icons. */
export function ViewerRail({ isSharedOnly = false }: ViewerRailProps) {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const panels = useViews('panel').filter((panel) => panel.view.rail && (!isSharedOnly || isShared(panel)))
  return (
    <Toolbar
      vertical
      label={t('viewer.panels')}
      className="pointer-events-auto flex w-11 shrink-0 flex-col gap-1 self-start rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {panels.map(({ view: { id, title, icon } }) => (
        <IconButton
          key={id}
          side="right"
          label={t(title as ParseKeys)}
          isActive={layout.isOpen(id)}
          onClick={() => layout.toggle(id)}
        >
          <ToolIcon icon={icon} />
        </IconButton>
      ))}
    </Toolbar>
  )
}
