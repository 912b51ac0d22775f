import type { FileRecord } from '@kamar/contracts'
import { Download, Ellipsis, Eye, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../shared/design/button.js'
import { Menu, MenuItem } from '../../shared/design/menu.js'
import type { FileActions } from './file-actions.js'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

interface RowActionsProps {
  readonly file: FileRecord
  readonly actions: FileActions
  /** Only the row that has the keyboard offers its buttons to Tab. */
  readonly tabIndex: number
}

/** Download and delete, as two buttons. */
export function RowActions({ file, actions, tabIndex }: RowActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        label={t('files.downloadFile', { file: file.description })}
        onClick={() => actions.download(file)}
      >
        <Download {...icon} />
      </IconButton>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        label={t('files.deleteNamed', { file: file.description })}
        onClick={() => actions.remove(file)}
        className="hover:text-danger"
      >
        <Trash2 {...icon} />
      </IconButton>
    </>
  )
}

/** The same and View Model behind one button, where there is no room. */
export function RowMenu({ file, actions, tabIndex }: RowActionsProps) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <IconButton label={`${t('files.more')}: ${file.description}`} tabIndex={tabIndex}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <MenuItem icon={<Eye {...icon} />} onSelect={() => actions.view(file)}>
        {t('files.view')}
      </MenuItem>
      <MenuItem icon={<Download {...icon} />} onSelect={() => actions.download(file)}>
        {t('files.download')}
      </MenuItem>
      <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => actions.remove(file)}>
        {t('files.delete')}
      </MenuItem>
    </Menu>
  )
}
