import type { FileRecord } from '@kamar/contracts'
import { Download, Ellipsis, Trash2, UserPlus } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type FileActions, canRemove } from '../actions/file-actions.js'

const buttonClass =
  'flex size-7 shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-140 hover:bg-sunken hover:text-text'

interface RowActionsProps {
  readonly file: FileRecord
  readonly actions: FileActions
  /** Only the focused row has its buttons in the tab order. */
  readonly tabIndex: number
}

/**
 * Renders download, share, delete, and the menu. Plain buttons with a title: a custom tooltip in every row made
 * scrolling twice as slow.
 */
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
        <Download />
      </button>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={share}
        title={t('share.button')}
        onClick={() => actions.share(file)}
        className={buttonClass}
      >
        <UserPlus />
      </button>
      {canRemove(file) ? (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={remove}
          title={t('files.delete')}
          onClick={() => actions.remove(file)}
          className={`${buttonClass} hover:text-danger`}
        >
          <Trash2 />
        </button>
      ) : null}
      <MenuButton file={file} actions={actions} tabIndex={tabIndex} />
    </>
  )
}

interface MenuButtonProps extends RowActionsProps {
  readonly className?: string
}

/** Opens the menu of all actions on the file. The page has one menu: one in every row would make scrolling slow. */
export function MenuButton({ file, actions, tabIndex, className = '' }: MenuButtonProps) {
  const { t } = useTranslation()
  const open = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const { bottom, left } = currentTarget.getBoundingClientRect()
    actions.openMenu({ fileId: file.id, position: { x: left, y: bottom }, opener: currentTarget })
  }
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-label={`${t('files.more')}: ${file.description}`}
      title={t('files.more')}
      className={`${buttonClass} ${className}`}
      onClick={open}
    >
      <Ellipsis />
    </button>
  )
}
