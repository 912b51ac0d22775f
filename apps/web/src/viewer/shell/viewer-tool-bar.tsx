import { Wrench } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../shared/commands/shortcuts.js'
import { IconButton } from '../../shared/design/button.js'
import { Menu, MenuSeparator, MenuTile } from '../../shared/design/menu.js'
import { Toolbar } from '../../shared/design/toolbar.js'
import { Slot } from '../kit/slot.js'
import { useViewerSession } from '../session/session.js'
import { type CommandItem, useButtons } from './use-buttons.js'

/** Renders the tools of a sheet at the bottom centre. */
export function SheetToolBar() {
  const { t } = useTranslation()
  return (
    <Toolbar
      label={t('sheets.tools')}
      className="pointer-events-auto flex flex-wrap items-center justify-center gap-1 rounded-card max-sm:gap-0 border border-line bg-surface p-1 shadow-float"
    >
      <Buttons items={useButtons('sheet').flat()} />
      <Slot name="in:sheet-tools" />
    </Toolbar>
  )
}

/** Renders the tools at the bottom centre. */
export function ViewerToolBar() {
  const { t } = useTranslation()
  return (
    <Toolbar
      label={t('viewer.tools')}
      className="pointer-events-auto flex flex-wrap items-center justify-center gap-1 rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {useButtons('desktop').map((items, index) => (
        <Fragment key={items[0]?.id}>
          {index > 0 ? <span aria-hidden="true" className="mx-0.5 h-6 w-px bg-line" /> : null}
          <Buttons items={items} />
        </Fragment>
      ))}
    </Toolbar>
  )
}

function Buttons({ items }: { readonly items: readonly CommandItem[] }) {
  const { run } = useViewerSession()
  const shortcutText = useShortcutText()
  return items.map(({ id, icon: Icon, ...button }) => (
    <IconButton
      key={id}
      side="top"
      label={button.label}
      shortcut={shortcutText(id)}
      isActive={button.isActive}
      disabled={button.disabled}
      onClick={() => run(id)}
    >
      {Icon ? <Icon size={20} strokeWidth={1.5} aria-hidden="true" /> : null}
    </IconButton>
  ))
}

/** Renders the same tools behind one button of a phone's bottom bar. */
export function ToolMenu() {
  const { t } = useTranslation()
  const { run } = useViewerSession()
  const groups = useButtons('phone')
  return (
    <Menu
      side="top"
      asTiles
      trigger={
        <button
          type="button"
          className="flex h-full min-w-0 grow basis-0 flex-col items-center justify-center gap-0.5 text-12 text-muted"
        >
          <Wrench size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('viewer.toolsShort')}
        </button>
      }
    >
      {groups.map((buttons, index) => (
        <Fragment key={buttons[0]?.id}>
          {index > 0 ? <MenuSeparator /> : null}
          {buttons.map(({ id, icon: Icon, ...button }) => (
            <MenuTile
              key={id}
              icon={Icon ? <Icon size={20} strokeWidth={1.5} aria-hidden="true" /> : null}
              disabled={button.disabled}
              isOn={button.isActive}
              onSelect={() => run(id)}
            >
              {button.label}
            </MenuTile>
          ))}
        </Fragment>
      ))}
    </Menu>
  )
}
