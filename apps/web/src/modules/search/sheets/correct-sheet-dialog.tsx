import { searchLimits, type SheetRecord } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentDialog, FormButtons } from '../../../platform/design/dialog.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { useCorrectSheet } from './use-sheets.js'

interface CorrectSheetDialogProps {
  readonly projectId: string
  readonly sheet: SheetRecord
  readonly onClose: () => void
}

/** Renders the form that corrects number and title of a sheet. */
export function CorrectSheetDialog({ projectId, sheet, onClose }: CorrectSheetDialogProps) {
  const { t } = useTranslation()
  const correct = useCorrectSheet(projectId)
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const [number, setNumber] = useState(sheet.number)
  const [title, setTitle] = useState(sheet.title)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin(async () => {
      await correct(sheet, { key: sheet.key, number: number.trim(), title: title.trim() })
      onClose()
    })
  }
  return (
    <ContentDialog title={t('sheetRegister.correctTitle')} width="narrow" onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label={t('sheetRegister.number')}
          value={number}
          autoComplete="off"
          maxLength={searchLimits.sheetNumberCharacters}
          ref={focusWhenShown}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <TextField
          label={t('sheetRegister.name')}
          value={title}
          autoComplete="off"
          maxLength={searchLimits.sheetTitleCharacters}
          hint={t('sheetRegister.correctHint')}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <FormError text={error} />
        <FormButtons confirm={t('sheetRegister.save')} busy={busy} canSubmit onCancel={onClose} />
      </form>
    </ContentDialog>
  )
}
