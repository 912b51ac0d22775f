import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../platform/design/class-names.js'
import type { Icon } from '../kit/tool.js'
import { ToolIcon } from '../kit/tool-icon.js'
import { useViews } from '../kit/tools-context.js'
import { useViewerSession } from '../session/session.js'
import { PhoneSelectionBar } from './selection/selection-bar.js'
import { ToolMenu } from './viewer-tool-bar.js'

/** Renders one bar at the bottom of a phone: panels, tools, and the selection above it. */
export function MobileToolbar({ hasToolBar }: { readonly hasToolBar: boolean }) {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const panels = useViews('panel').filter(({ view }) => view.isInPhoneBar)
  const inspectors = useViews('inspector').filter(({ view }) => view.isInPhoneBar)
  const toggleInspector = (id: string): void => (layout.inspector.isOpen ? layout.inspector.close() : layout.open(id))
  return (
    <div className="pointer-events-auto absolute inset-x-0 bottom-0">
      {layout.hasSheet || hasToolBar ? null : <PhoneSelectionBar />}
      <nav
        aria-label={t('viewer.panels')}
        className="flex h-14 items-center border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        {panels.map(({ view }) => (
          <BarButton key={view.id} view={view} isOn={layout.isOpen(view.id)} onClick={() => layout.toggle(view.id)} />
        ))}
        {inspectors.map(({ view }) => (
          <BarButton
            key={view.id}
            view={view}
            isOn={layout.inspector.isOpen}
            onClick={() => toggleInspector(view.id)}
          />
        ))}
        <ToolMenu />
      </nav>
    </div>
  )
}

interface BarButtonProps {
  readonly view: { readonly title: string; readonly shortTitle?: string; readonly icon?: Icon }
  readonly isOn: boolean
  readonly onClick: () => void
}

function BarButton({ view: { title, shortTitle = title, icon }, isOn, onClick }: BarButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'flex h-full min-w-0 grow basis-0 flex-col items-center justify-center gap-0.5 text-12',
        isOn ? 'text-accent' : 'text-muted',
      )}
    >
      <ToolIcon icon={icon} />
      {t(shortTitle as ParseKeys)}
    </button>
  )
}
