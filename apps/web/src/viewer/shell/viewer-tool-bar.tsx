import type { CommandDescriptor } from '@kamar/extensions'
import type { ParseKeys, TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../platform/commands/shortcuts.js'
import { IconButton } from '../../platform/design/button.js'
import { classNames } from '../../platform/design/class-names.js'
import { Toolbar } from '../../platform/design/toolbar.js'
import { MobileToolbar } from '../kit/mobile-toolbar.js'
import { Slot } from '../kit/slot.js'
import { ToolIcon } from '../kit/tool-icon.js'
import { useViewerSession } from '../session/session.js'
import { PhoneSelectionBar } from './selection/selection-bar.js'
import { type CommandItem, useButtons } from './use-buttons.js'

const barClass =
  'pointer-events-auto flex flex-wrap items-center justify-center gap-1 rounded-card border border-line bg-surface p-1 shadow-float'

/** Renders the tools of the model or of the sheet at the bottom centre. */
export function ViewerToolBar() {
  const { t } = useTranslation()
  const { isShown } = useViewerSession().drawing
  return (
    <Toolbar label={t(isShown ? 'sheets.tools' : 'viewer.tools')} className={barClass}>
      <ButtonGroups groups={useButtons(isShown ? 'sheet' : 'desktop')} />
      <Slot name="in:tools" />
    </Toolbar>
  )
}

/** Renders the buttons that extensions added, above the tools. */
export function ExtensionToolBar() {
  const { t } = useTranslation()
  const { isCompact } = useViewerSession().layout
  const groups = useButtons('extensions')
  if (groups.length === 0) return null
  return (
    <Toolbar
      label={t('extensions.toolbar')}
      className={classNames(
        barClass,
        isCompact ? 'absolute inset-x-2 bottom-29 z-10 mx-auto w-fit max-w-[calc(100%-1rem)]' : undefined,
      )}
    >
      <ButtonGroups groups={groups} />
    </Toolbar>
  )
}

function ButtonGroups({ groups }: { readonly groups: readonly (readonly CommandItem[])[] }) {
  return groups.map((items, index) => (
    <Fragment key={items[0]?.id}>
      {index > 0 ? <span aria-hidden="true" className="mx-0.5 h-6 w-px shrink-0 bg-line" /> : null}
      <Buttons items={items} />
    </Fragment>
  ))
}

function getHint({ button }: CommandDescriptor, t: TFunction): string | undefined {
  return button?.hint === undefined ? undefined : t(button.hint as ParseKeys)
}

function Buttons({ items }: { readonly items: readonly CommandItem[] }) {
  const { t } = useTranslation()
  const { run } = useViewerSession()
  const shortcutText = useShortcutText()
  return items.map(({ id, icon, ...button }) => (
    <IconButton
      key={id}
      side="top"
      label={button.label}
      hint={getHint(button.command, t)}
      shortcut={shortcutText(id)}
      isActive={button.isActive}
      disabled={button.disabled}
      className={button.command.button?.isForMouse ? 'pointer-coarse:hidden' : ''}
      onClick={() => run(id)}
    >
      <ToolIcon icon={icon} label={button.label} />
    </IconButton>
  ))
}

interface ViewerMobileToolbarProps {
  /** Whether a tool has a bar of its own, which takes the place of the selection. */
  readonly hasToolBar: boolean
}

/** Renders the bar at the bottom of a phone, with the same tools, and the selection above it. */
export function ViewerMobileToolbar({ hasToolBar }: ViewerMobileToolbarProps) {
  const { drawing, layout, run } = useViewerSession()
  const groups = useButtons(drawing.isShown ? 'sheet-phone' : 'phone')
  return (
    <MobileToolbar
      above={layout.hasSheet || hasToolBar ? null : <PhoneSelectionBar />}
      hasButton={({ view }) => view.isInPhoneBar === true}
      tools={groups.map((items) => items.map((item) => ({ ...item, onSelect: () => run(item.id) })))}
    />
  )
}
