import { Combine, Copy, FileArchive, FolderInput, GitCompareArrows, Trash2, UserPlus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { MenuItem, MenuSeparator } from '../../../platform/design/menu.js'
import type { SelectionActions } from './use-selection-actions.js'

interface SelectionActionsProps {
  readonly actions: SelectionActions
}

const useEntries = ({ compare, copy, download, move, openFederation, share }: SelectionActions) => {
  const { t } = useTranslation()
  return [
    {
      id: 'open',
      icon: Combine,
      text: t('files.openTogether'),
      hint: t('files.openTogetherHint'),
      run: openFederation,
    },
    {
      id: 'compare',
      icon: GitCompareArrows,
      text: t('files.compareTwo'),
      hint: t('files.compareTwoHint'),
      run: compare,
    },
    { id: 'move', icon: FolderInput, text: t('folders.moveTo'), hint: t('folders.moveHint'), run: move },
    { id: 'copy', icon: Copy, text: t('folders.copyTo'), hint: t('folders.copyHint'), run: copy },
    { id: 'download', icon: FileArchive, text: t('files.downloadZip'), hint: '', run: download },
    { id: 'share', icon: UserPlus, text: t('share.button'), hint: t('files.shareSeveralHint'), run: share },
  ] as const
}

/** Renders the bar above the list while files are checked. */
export function SelectionBar({ actions }: SelectionActionsProps) {
  const { t } = useTranslation()
  const entries = useEntries(actions)
  return (
    <div role="toolbar" aria-label={t('files.selectionBar')} className="flex min-w-0 grow items-center gap-1">
      <p role="status" className="me-auto text-14 font-medium whitespace-nowrap tabular-nums">
        {t('files.selected', { count: actions.count })}
      </p>
      {entries.map(({ icon: Icon, id, run, text, hint }) => (
        <Button
          key={id}
          size="small"
          tone="quiet"
          icon={<Icon />}
          disabled={run === null}
          title={run === null ? hint : text}
          aria-label={text}
          onClick={run ?? undefined}
        >
          <span className="hidden @4xl:inline">{text}</span>
        </Button>
      ))}
      {actions.remove ? (
        <Button
          size="small"
          tone="quiet-danger"
          icon={<Trash2 />}
          title={t('files.deleteSelected')}
          aria-label={t('files.deleteSelected')}
          onClick={actions.remove}
        >
          <span className="hidden @4xl:inline">{t('files.deleteSelected')}</span>
        </Button>
      ) : null}
      <IconButton label={t('files.clearSelection')} onClick={actions.clear}>
        <X />
      </IconButton>
    </div>
  )
}

/** Renders the same actions in the menu of one of the checked files. */
export function SelectionMenuItems({ actions }: SelectionActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {useEntries(actions).map(({ icon: Icon, id, run, text }) => (
        <MenuItem key={id} icon={<Icon />} disabled={run === null} onSelect={() => run?.()}>
          {text}
        </MenuItem>
      ))}
      {actions.remove ? (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={actions.remove}>
            {t('files.deleteSelected')}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}
