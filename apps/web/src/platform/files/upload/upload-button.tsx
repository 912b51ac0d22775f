import type { FileRecord } from '@kamar/contracts'
import { ChevronDown, Files, FolderUp, History, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../design/button.js'
import { Menu, MenuItem } from '../../design/menu.js'
import { FilePicker, picksFolders, useFilePicker } from './file-picker.js'
import { uploadFiles, uploadPickedFolder } from './uploads.js'

interface UploadButtonProps {
  /** The file to which the menu offers to add a version. */
  readonly target?: FileRecord | null
  readonly onAddVersion?: (file: FileRecord) => void
}

/** Renders the upload control of the top bar: a button for files; a menu for folders and new versions. */
export function UploadButton({ target = null, onAddVersion }: UploadButtonProps) {
  const { t } = useTranslation()
  const files = useFilePicker()
  const folder = useFilePicker()
  return (
    <div className="flex shrink-0">
      <FilePicker
        inputRef={files.ref}
        label={t('upload.files')}
        multiple
        onPick={(picked) => void uploadFiles(picked)}
      />
      <FilePicker
        inputRef={folder.ref}
        label={t('upload.folder')}
        isFolder
        onPick={(picked) => void uploadPickedFolder(picked)}
      />
      <button
        type="button"
        onClick={files.open}
        className={`${buttonClass('secondary')} rounded-e-none border-e-0 max-sm:px-2.5`}
      >
        <Upload />
        <span className="max-sm:sr-only">{t('upload.button')}</span>
      </button>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('upload.menu')}
            className={`${buttonClass('secondary')} rounded-s-none px-1.5`}
          >
            <ChevronDown />
          </button>
        }
      >
        <MenuItem icon={<Files />} onSelect={files.open}>
          {t('upload.files')}
        </MenuItem>
        {picksFolders ? (
          <MenuItem icon={<FolderUp />} onSelect={folder.open}>
            {t('upload.folder')}
          </MenuItem>
        ) : null}
        {target && onAddVersion ? (
          <MenuItem icon={<History />} onSelect={() => onAddVersion(target)}>
            <span className="block max-w-72 truncate">{t('upload.versionOf', { file: target.description })}</span>
          </MenuItem>
        ) : null}
      </Menu>
    </div>
  )
}

interface ChooseFileButtonProps {
  /** Beside other content, instead of as the only action of a page. */
  readonly isCompact?: boolean
}

/** Renders the single button of an empty page, or a small one beside a list of files. */
export function ChooseFileButton({ isCompact = false }: ChooseFileButtonProps) {
  const { t } = useTranslation()
  const picker = useFilePicker()
  return (
    <>
      <FilePicker
        inputRef={picker.ref}
        label={t('upload.choose')}
        multiple
        onPick={(picked) => void uploadFiles(picked)}
      />
      <button
        type="button"
        onClick={picker.open}
        className={isCompact ? buttonClass('secondary', 'small') : buttonClass('primary')}
      >
        <Upload />
        {t('upload.choose')}
      </button>
    </>
  )
}
