import { ChevronDown, Files, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../design/button.js'
import { Menu, MenuItem } from '../design/menu.js'
import { FilePicker, useFilePicker } from './file-picker.js'
import { uploadFiles, uploadFirst } from './uploads.js'

/** The upload control of the top bar: a single file by the button, several by its menu. */
export function UploadButton() {
  const { t } = useTranslation()
  const single = useFilePicker()
  const several = useFilePicker()
  return (
    <div className="flex shrink-0">
      <FilePicker inputRef={single.ref} label={t('upload.one')} onPick={uploadFirst} />
      <FilePicker inputRef={several.ref} label={t('upload.several')} multiple onPick={uploadFiles} />
      <button
        type="button"
        onClick={single.open}
        className={`${buttonClass('secondary')} rounded-e-none border-e-0 max-sm:px-2.5`}
      >
        <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('upload.button')}</span>
      </button>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('upload.menu')}
            className={`${buttonClass('secondary')} rounded-s-none px-1.5`}
          >
            <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        }
      >
        <MenuItem icon={<Upload size={16} strokeWidth={1.5} aria-hidden="true" />} onSelect={single.open}>
          {t('upload.one')}
        </MenuItem>
        <MenuItem icon={<Files size={16} strokeWidth={1.5} aria-hidden="true" />} onSelect={several.open}>
          {t('upload.several')}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** The one button of an empty page. */
export function ChooseFileButton({ className = '' }: { className?: string }) {
  const { t } = useTranslation()
  const picker = useFilePicker()
  return (
    <>
      <FilePicker inputRef={picker.ref} label={t('upload.choose')} onPick={uploadFirst} />
      <button type="button" onClick={picker.open} className={`${buttonClass('primary')} ${className}`}>
        <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('upload.choose')}
      </button>
    </>
  )
}
