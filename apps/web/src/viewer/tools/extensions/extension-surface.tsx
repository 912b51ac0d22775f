import { type Button, ComboButton, type DockingPanel, type ViewerUi } from '@kamar/extensions'
import { Fragment, useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/design/button.js'
import { classNames } from '../../../shared/design/class-names.js'
import { Menu, MenuItem } from '../../../shared/design/menu.js'
import { Toolbar } from '../../../shared/design/toolbar.js'
import { createObservable } from '../../../shared/observable.js'
import { FloatingPanel } from '../../kit/floating-panel/floating-panel.js'
import type { PanelBounds } from '../../kit/floating-panel/panel-bounds.js'

/** Re-renders after each change of the extensions' user interface. */
function useUi(ui: ViewerUi): void {
  useSyncExternalStore(
    useCallback((listener) => ui.onChange(listener), [ui]),
    () => ui.version,
  )
}

/** Renders the toolbar of extensions. */
export function ExtensionBar({ ui, isCompact }: { ui: ViewerUi; isCompact: boolean }) {
  const { t } = useTranslation()
  useUi(ui)
  const { groups } = ui.toolBar
  if (groups.length === 0) return null
  return (
    <Toolbar
      label={t('extensions.toolbar')}
      className={classNames(
        'pointer-events-auto flex items-center gap-1 rounded-card border border-line bg-surface p-1 shadow-float',
        isCompact
          ? 'absolute inset-x-2 bottom-29 z-10 mx-auto w-fit max-w-[calc(100%-1rem)] flex-wrap justify-center'
          : 'flex-wrap',
      )}
    >
      {groups.map((group, index) => (
        <Fragment key={group.id}>
          {index > 0 ? <span aria-hidden="true" className="mx-0.5 h-6 w-px shrink-0 bg-line" /> : null}
          {group.controls
            .filter((button) => button.isVisible())
            .map((button) => (
              <BarButton key={button.id} button={button} />
            ))}
        </Fragment>
      ))}
    </Toolbar>
  )
}

function BarButton({ button }: { button: Button }) {
  const iconButton = (
    <IconButton
      side="top"
      label={button.label}
      isActive={button.getState() === 'active'}
      disabled={button.getState() === 'disabled'}
      onClick={button instanceof ComboButton ? undefined : () => button.click()}
    >
      <ButtonIcon button={button} />
    </IconButton>
  )
  if (!(button instanceof ComboButton)) return iconButton
  return (
    <Menu side="top" trigger={iconButton}>
      {button.buttons.map((inner) => (
        <MenuItem
          key={inner.id}
          icon={<ButtonIcon button={inner} />}
          disabled={inner.getState() === 'disabled'}
          onSelect={() => inner.click()}
        >
          {inner.label}
        </MenuItem>
      ))}
    </Menu>
  )
}

function ButtonIcon({ button: { iconPath, label } }: { button: Button }) {
  if (iconPath === null) return <span className="text-14 font-semibold">{label.slice(0, 1).toUpperCase()}</span>
  return (
    <svg
      viewBox="0 0 24 24"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={iconPath} />
    </svg>
  )
}

interface ExtensionPanelsProps {
  readonly ui: ViewerUi
  readonly isCompact: boolean
  readonly covered: { readonly left: number; readonly bottom: number }
}

/** Renders the open panels of extensions; on a phone only the one that was opened last. */
export function ExtensionPanels({ ui, isCompact, covered }: ExtensionPanelsProps) {
  useUi(ui)
  const panels = isCompact ? ui.openPanels.slice(-1) : ui.openPanels
  return panels.map((panel, index) => (
    <PlacedPanel key={panel.id} panel={panel} index={index} isCompact={isCompact} covered={covered} />
  ))
}

const firstWidthPixels = 340
const stepPixels = 32

type PlacedPanelProps = { readonly panel: DockingPanel; readonly index: number } & Omit<ExtensionPanelsProps, 'ui'>

function PlacedPanel({ panel, index, isCompact, covered }: PlacedPanelProps) {
  const [bounds] = useState(() => createObservable<PanelBounds | null>(computeInitialBounds(covered, index)))
  const hold = useCallback(
    (element: HTMLElement | null) => {
      element?.replaceChildren(panel.container)
      // Makes the panel scrollable by keyboard, as its content may have no focusable element.
      element?.setAttribute('tabindex', '0')
    },
    [panel],
  )
  return (
    <FloatingPanel
      title={panel.title}
      bounds={bounds}
      covered={covered}
      asSheet={isCompact}
      onClose={() => panel.setVisible(false)}
      controls={null}
    >
      <div ref={hold} className="h-full overflow-y-auto p-3" />
    </FloatingPanel>
  )
}

/** Places panels next to those on the left, above the tools, each offset from the one before. */
const computeInitialBounds = (
  { left, bottom }: { readonly left: number; readonly bottom: number },
  index: number,
): PanelBounds => ({
  left: left + index * stepPixels,
  top: Math.max(64, window.innerHeight - bottom - 400 - 56 - index * stepPixels),
  width: firstWidthPixels,
  height: 380,
})
