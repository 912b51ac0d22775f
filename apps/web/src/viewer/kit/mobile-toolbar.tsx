import type { ParseKeys } from 'i18next'
import { Wrench } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../platform/design/class-names.js'
import { Menu, MenuSeparator, MenuTile } from '../../platform/design/menu.js'
import { useViewerSession } from '../session/session.js'
import type { Icon } from './tool.js'
import { ToolIcon } from './tool-icon.js'
import { type OfferedView, useViews } from './tools-context.js'

/** A command in the menu of tools. */
export interface ToolTile {
  readonly id: string
  readonly label: string
  readonly icon: Icon | undefined
  readonly isActive?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

interface MobileToolbarProps {
  /** Above the bar, such as the selection. */
  readonly above: ReactNode
  /** Returns whether a panel has a button. */
  readonly hasButton: (panel: Pick<OfferedView, 'tool'> & { readonly view: PanelView }) => boolean
  /** Groups of the menu of tools. */
  readonly tools: readonly (readonly ToolTile[])[]
}

/** A view of the slot of panels. */
type PanelView = ReturnType<typeof useViews<'panel'>>[number]['view']

/** Renders one bar at the bottom of a phone: panels and tools, and something above it. */
export function MobileToolbar({ above, hasButton, tools }: MobileToolbarProps) {
  const { t } = useTranslation()
  const { layout } = useViewerSession()
  const panels = useViews('panel').filter(hasButton)
  const inspectors = useViews('inspector').filter(({ view }) => view.isInPhoneBar)
  const toggleInspector = (id: string): void => (layout.inspector.isOpen ? layout.inspector.close() : layout.open(id))
  return (
    <div className="pointer-events-auto absolute inset-x-0 bottom-0">
      {above}
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
        <ToolMenu tools={tools} />
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

/** Renders the tools behind one button. */
function ToolMenu({ tools }: Pick<MobileToolbarProps, 'tools'>) {
  const { t } = useTranslation()
  return (
    <Menu
      side="top"
      asTiles
      trigger={
        <button
          type="button"
          className="flex h-full min-w-0 grow basis-0 flex-col items-center justify-center gap-0.5 text-12 text-muted"
        >
          <Wrench size={20} />
          {t('viewer.toolsShort')}
        </button>
      }
    >
      {tools.map((tiles, index) => (
        <Fragment key={tiles[0]?.id}>
          {index > 0 ? <MenuSeparator /> : null}
          {tiles.map(({ id, icon, label, disabled = false, isActive = false, onSelect }) => (
            <MenuTile key={id} icon={<ToolIcon icon={icon} />} disabled={disabled} isOn={isActive} onSelect={onSelect}>
              {label}
            </MenuTile>
          ))}
        </Fragment>
      ))}
    </Menu>
  )
}
