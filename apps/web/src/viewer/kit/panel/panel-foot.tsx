import type { Viewer } from '@kamar/viewer'
import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../../platform/commands/shortcuts.js'
import { Button, IconButton } from '../../../platform/design/button.js'
import { useHistory } from '../use-history.js'

interface PanelFootProps {
  readonly viewer: Viewer | null
  readonly clearText: string
  readonly disabled: boolean
  readonly onClear: () => void
  readonly children?: ReactNode
}

/** Renders undo, redo and clear at the foot of a tool's panel. */
export function PanelFoot({ viewer, clearText, disabled, onClear, children }: PanelFootProps) {
  const { t } = useTranslation()
  const shortcutText = useShortcutText()
  const history = useHistory(viewer)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-t border-line p-2">
      <IconButton
        size="small"
        label={t('undo')}
        shortcut={shortcutText('undo')}
        disabled={!history.canUndo}
        onClick={history.undo}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        size="small"
        label={t('redo')}
        shortcut={shortcutText('redo')}
        disabled={!history.canRedo}
        onClick={history.redo}
      >
        <Redo2 />
      </IconButton>
      <div className="flex grow flex-wrap justify-end gap-1">
        {children}
        <Button size="small" disabled={disabled} onClick={onClear}>
          {clearText}
        </Button>
      </div>
    </div>
  )
}
