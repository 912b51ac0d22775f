import type { CommandTarget } from '@kamar/extensions'
import type { SheetView, Viewer } from '@kamar/viewer'
import { Fragment, useEffect, useState } from 'react'
import { useShortcutText } from '../../platform/commands/shortcuts.js'
import { ContextMenu, MenuItem, MenuSeparator } from '../../platform/design/menu.js'
import { Slot } from '../kit/slot.js'
import { ToolIcon } from '../kit/tool-icon.js'
import { useViewerSession } from '../session/session.js'
import { useMenuItems } from './use-buttons.js'

/** Where the menu is open, and what it is about. */
interface MenuAnchor {
  readonly x: number
  readonly y: number
  readonly target: CommandTarget | null
}

/** Renders the context menu for a right click or a long press on the model or the sheet. */
export function CanvasMenu() {
  const { drawing, sheet, viewer } = useViewerSession()
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null)
  const canvas = drawing.isShown ? sheet : viewer
  useEffect(
    () => (drawing.isShown ? followSheet(sheet, setAnchor) : followModel(viewer, setAnchor)),
    [drawing.isShown, sheet, viewer],
  )
  const hasItems = useMenuItems().length > 0
  if (!canvas || !anchor || !hasItems) return null
  return (
    <ContextMenu position={anchor} onClose={() => setAnchor(null)} restoreFocus={() => canvas.canvas.focus()}>
      <MenuItems target={anchor.target} />
      <Slot name="in:canvas-menu" />
    </ContextMenu>
  )
}

type Open = (anchor: MenuAnchor) => void

const followModel = (viewer: Viewer | null, open: Open): (() => void) | undefined =>
  viewer?.on('contextMenu', ({ x, y, pick }) => {
    if (pick && !viewer.selection.has(pick.element)) viewer.selection.set([pick.element])
    open({ x, y, target: pick })
  })

const followSheet = (sheet: SheetView | null, open: Open): (() => void) | undefined =>
  sheet?.on('contextMenu', ({ x, y, ...target }) => open({ x, y, target }))

const sectionSize = 10

function MenuItems({ target }: Pick<MenuAnchor, 'target'>) {
  const { run } = useViewerSession()
  const shortcutText = useShortcutText()
  const items = useMenuItems()
  const getSection = (index: number): number => Math.floor((items[index]?.command.menuOrder ?? 0) / sectionSize)
  return items.map(({ id, icon, label, disabled }, index) => (
    <Fragment key={id}>
      {index > 0 && getSection(index) !== getSection(index - 1) ? <MenuSeparator /> : null}
      <MenuItem
        icon={<ToolIcon icon={icon} size={16} />}
        shortcut={shortcutText(id)}
        disabled={disabled}
        onSelect={() => run(id, target)}
      >
        {label}
      </MenuItem>
    </Fragment>
  ))
}
