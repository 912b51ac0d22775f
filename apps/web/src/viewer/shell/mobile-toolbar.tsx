import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import type { Icon } from '../kit/tool.js'
import { ToolIcon } from '../kit/tool-icon.js'
import { type OfferedView, useViews } from '../kit/tools-context.js'
import { useViewerSession } from '../session/session.js'
import { nameEntity } from '../session/sheets/name-entity.js'
import { elementName } from '../session/use-tree.js'
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
      {layout.hasSheet || hasToolBar ? null : <Selection views={inspectors} />}
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

/** Renders the name of the selected element or entity, which opens the inspector. */
function Selection({ views }: { readonly views: readonly OfferedView[] }) {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const name = useSelectionName()
  const [inspector] = views
  if (name === null || !inspector || !('title' in inspector.view)) return null
  const { id, title } = inspector.view
  return (
    <button
      type="button"
      onClick={() => layout.open(id)}
      className="mx-2 mb-2 flex h-11 w-[calc(100%-1rem)] items-center gap-2 rounded-card border border-line bg-surface px-3 text-start shadow-float"
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
      <MiddleEllipsis name={name} className="grow text-14" />
      <span className="shrink-0 text-13 font-medium text-accent">{t(title as ParseKeys)}</span>
    </button>
  )
}

function useSelectionName(): string | null {
  const { drawing, shownSheet, state, tree } = useViewerSession()
  if (drawing.isShown) return shownSheet.selected && nameEntity(shownSheet.selected)
  const selected = state.selected.at(-1)
  return tree && selected !== undefined ? elementName(tree, selected) : null
}
