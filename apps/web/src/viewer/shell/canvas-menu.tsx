import type { PickResult } from '@kamar/viewer'
import { Fragment, useEffect, useState } from 'react'
import { useShortcutText } from '../../platform/commands/shortcuts.js'
import { ContextMenu, MenuItem, MenuSeparator } from '../../platform/design/menu.js'
import { Slot } from '../kit/slot.js'
import { ToolIcon } from '../kit/tool-icon.js'
import { useViewerSession } from '../session/session.js'
import { useMenuItems } from './use-buttons.js'

/** Renders the context menu for a right click or a long press on the model. */
export function CanvasMenu() {
  const { viewer } = useViewerSession()
  const [anchor, setAnchor] = useState<{ x: number; y: number; pick: PickResult | null } | null>(null)
  useEffect(
    () =>
      viewer?.on('contextMenu', ({ x, y, pick }) => {
        if (pick && !viewer.selection.has(pick.element)) viewer.selection.set([pick.element])
        setAnchor({ x, y, pick })
      }),
    [viewer],
  )
  if (!viewer || !anchor) return null
  return (
    <ContextMenu position={anchor} onClose={() => setAnchor(null)} restoreFocus={() => viewer.canvas.focus()}>
      <MenuItems pick={anchor.pick} />
      <Slot name="in:canvas-menu" />
    </ContextMenu>
  )
}

const sectionSize = 10

function MenuItems({ pick }: { readonly pick: PickResult | null }) {
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
        onSelect={() => run(id, pick)}
      >
        {label}
      </MenuItem>
    </Fragment>
  ))
}
