import type { FileRecord } from '@kamar/contracts'
import { Download, Ellipsis, Eye, Trash2, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuItem } from '../../shared/design/menu.js'
import { type FileActions, mayRemove } from './file-actions.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
const buttonClass =
  'flex size-7 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-140 hover:bg-sunken hover:text-text'

interface RowActionsProps {
  readonly file: FileRecord
  readonly actions: FileActions
  /** Only the row that has the keyboard offers its buttons to Tab. */
  readonly tabIndex: number
}

/** Download, share and delete. Plain buttons with a title: a tooltip of ours in every row made scrolling twice as slow. */
export function RowActions({ file, actions, tabIndex }: RowActionsProps) {
  const { t } = useTranslation()
  const download = t('files.downloadFile', { file: file.description })
  const remove = t('files.deleteNamed', { file: file.description })
  const share = t('share.named', { file: file.description })
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={download}
        title={t('files.download')}
        onClick={() => actions.download(file)}
        className={buttonClass}
      >
        <Download {...icon} />
      </button>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={share}
        title={t('share.button')}
        onClick={() => actions.share(file)}
        className={buttonClass}
      >
        <UserPlus {...icon} />
      </button>
      {mayRemove(file) ? (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={remove}
          title={t('files.delete')}
          onClick={() => actions.remove(file)}
          className={`${buttonClass} hover:text-danger`}
        >
          <Trash2 {...icon} />
        </button>
      ) : null}
    </>
  )
}

/** The same and View Model behind one button, where there is no room. */
export function RowMenu({ file, actions, tabIndex }: RowActionsProps) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`${t('files.more')}: ${file.description}`}
          title={t('files.more')}
          className={`${buttonClass} size-9 pointer-coarse:size-11`}
        >
          <Ellipsis {...icon} />
        </button>
      }
    >
      <MenuItem icon={<Eye {...icon} />} onSelect={() => actions.view(file)}>
        {t('files.view')}
      </MenuItem>
      <MenuItem icon={<Download {...icon} />} onSelect={() => actions.download(file)}>
        {t('files.download')}
      </MenuItem>
      <MenuItem icon={<UserPlus {...icon} />} onSelect={() => actions.share(file)}>
        {t('share.button')}
      </MenuItem>
      {mayRemove(file) ? (
        <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => actions.remove(file)}>
          {t('files.delete')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
