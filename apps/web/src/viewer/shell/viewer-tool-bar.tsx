import { Wrench } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../shared/commands/shortcuts.js'
import { IconButton } from '../../shared/design/button.js'
import { Menu, MenuSeparator, MenuTile } from '../../shared/design/menu.js'
import { Toolbar } from '../../shared/design/toolbar.js'
import type { Tool } from './viewer-tools.js'

/** Renders the tools at the bottom centre. */
export function ViewerToolBar({ groups }: { groups: readonly (readonly Tool[])[] }) {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  return (
    <Toolbar
      label={t('viewer.tools')}
      className="pointer-events-auto flex flex-wrap items-center justify-center gap-1 rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {groups.map((tools, index) => (
        <Fragment key={tools[0]?.id}>
          {index > 0 ? <span aria-hidden="true" className="mx-0.5 h-6 w-px bg-line" /> : null}
          {tools.map(({ id, icon: Icon, ...tool }) => (
            <IconButton
              key={id}
              side="top"
              label={t(`viewer.${tool.text}`)}
              shortcut={shortcutText(id)}
              isActive={tool.isActive}
              disabled={tool.disabled ?? false}
              onClick={tool.run}
            >
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          ))}
        </Fragment>
      ))}
    </Toolbar>
  )
}

/** Renders the same tools behind one button of a phone's bottom bar. */
export function ToolMenu({ groups, children }: { groups: readonly (readonly Tool[])[]; children?: ReactNode }) {
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
          <Wrench size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('viewer.toolsShort')}
        </button>
      }
    >
      {groups.map((tools, index) => (
        <Fragment key={tools[0]?.id}>
          {index > 0 ? <MenuSeparator /> : null}
          {tools.map(({ id, icon: Icon, ...tool }) => (
            <MenuTile
              key={id}
              icon={<Icon size={20} strokeWidth={1.5} aria-hidden="true" />}
              disabled={tool.disabled ?? false}
              isOn={tool.isActive ?? false}
              onSelect={tool.run}
            >
              {t(`viewer.${tool.text}`)}
            </MenuTile>
          ))}
        </Fragment>
      ))}
      {children}
    </Menu>
  )
}
