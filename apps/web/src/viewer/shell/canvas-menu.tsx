import type { ModelTree } from '@kamar/view-package/read'
import type { PickResult, Viewer } from '@kamar/viewer'
import { Copy, Eye, EyeOff, Ghost, MessageSquarePlus, ScanEye, ZoomIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../shared/commands/shortcuts.js'
import { copyText } from '../../shared/design/copy-button.js'
import { ContextMenu, MenuItem, MenuSeparator } from '../../shared/design/menu.js'
import type { ViewerState } from '../session/use-viewer-state.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface CanvasMenuProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly viewerState: ViewerState
  /** Creates a topic at the picked point; omitted for users without that permission. */
  readonly onTopic?: ((pick: PickResult | null) => void) | undefined
}

/** Renders the context menu for a right click or a long press on the model. */
export function CanvasMenu({ viewer, tree, viewerState, onTopic }: CanvasMenuProps) {
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
      <MenuItems
        viewer={viewer}
        tree={tree}
        viewerState={viewerState}
        onTopic={onTopic ? () => onTopic(anchor.pick) : undefined}
      />
    </ContextMenu>
  )
}

type MenuItemsProps = Omit<CanvasMenuProps, 'onTopic' | 'viewer'> & {
  readonly viewer: Viewer
  readonly onTopic: (() => void) | undefined
}

function MenuItems({ viewer, tree, viewerState, onTopic }: MenuItemsProps) {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  const { selected } = viewerState
  const none = selected.length === 0
  const id = tree && selected.length === 1 ? tree.sourceId(selected[0] ?? 0) : ''
  const hide = (): void => {
    viewer.undoable(() => viewer.visibility.hide(selected))
    viewer.selection.clear()
  }
  return (
    <>
      <MenuItem
        icon={<ZoomIn {...icon} />}
        shortcut={shortcutText('zoomTo')}
        disabled={none}
        onSelect={() => viewer.fitToView(selected)}
      >
        {t('viewer.zoomTo')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<EyeOff {...icon} />} shortcut={shortcutText('hide')} disabled={none} onSelect={hide}>
        {t('viewer.hide')}
      </MenuItem>
      <MenuItem
        icon={<ScanEye {...icon} />}
        shortcut={shortcutText('isolate')}
        disabled={none}
        onSelect={() => viewer.undoable(() => viewer.visibility.isolate(selected))}
      >
        {t('viewer.isolate')}
      </MenuItem>
      <MenuItem
        icon={<Ghost {...icon} />}
        shortcut={shortcutText('ghost')}
        disabled={none}
        onSelect={() => viewer.undoable(() => viewer.visibility.ghostOthers(selected))}
      >
        {t('viewer.ghost')}
      </MenuItem>
      <MenuItem
        icon={<Eye {...icon} />}
        shortcut={shortcutText('showAll')}
        disabled={!viewerState.changedVisibility}
        onSelect={() => viewer.undoable(() => viewer.visibility.showAll())}
      >
        {t('viewer.showAll')}
      </MenuItem>
      {onTopic ? <TopicItem onTopic={onTopic} /> : null}
      {id === '' ? null : (
        <>
          <MenuSeparator />
          <MenuItem icon={<Copy {...icon} />} onSelect={() => void copyText(id)}>
            {t('viewer.copyId')}
          </MenuItem>
        </>
      )}
    </>
  )
}

function TopicItem({ onTopic }: { onTopic: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<MessageSquarePlus {...icon} />} onSelect={onTopic}>
        {t('topics.newHere')}
      </MenuItem>
    </>
  )
}
