import { limits } from '@kamar/contracts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import type { Deletion, DeleteRequest } from './delete-files.js'

/** Confirms moving files to the bin; for all files, their number has to be typed. */
export function DeleteDialog({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const { request } = deletion
  const [typed, setTyped] = useState('')
  const text = useConfirmation(request)
  const count = countFiles(request)
  const needsCount = request?.kind === 'all'
  const close = (): void => {
    setTyped('')
    deletion.cancel()
  }
  const confirm = (): void => {
    setTyped('')
    deletion.confirm()
  }
  return (
    <ConfirmDialog
      open={request !== null}
      title={text.title}
      confirm={text.confirm}
      confirming={t('files.deleting')}
      busy={deletion.busy}
      canConfirm={!needsCount || typed.trim() === String(count)}
      onConfirm={confirm}
      onCancel={close}
    >
      <p>{text.message}</p>
      <p>{t('files.deleteWarning')}</p>
      <p>{t('files.binHint', { count, days: limits.binRetentionDays })}</p>
      {needsCount ? <NumberField count={count} value={typed} onChange={setTyped} /> : null}
    </ConfirmDialog>
  )
}

interface NumberFieldProps {
  readonly count: number
  readonly value: string
  readonly onChange: (value: string) => void
}

function NumberField({ count, value, onChange }: NumberFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="pt-3">
      <label htmlFor={id} className="mb-1.5 block text-13 font-medium text-text">
        {t('files.typeNumber', { number: count })}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        className={inputClass}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

function countFiles(request: DeleteRequest | null): number {
  if (request === null) return 0
  return request.kind === 'files' ? request.files.length : request.total
}

function useConfirmation(request: DeleteRequest | null): { title: string; message: string; confirm: string } {
  const { t } = useTranslation()
  const count = countFiles(request)
  if (request?.kind === 'all') {
    return {
      title: t('files.clearAll'),
      message: t('files.clearAllQuestion', { count }),
      confirm: t('files.clearAll'),
    }
  }
  if (count > 1) {
    return {
      title: t('files.deleteSeveralTitle'),
      message: t('files.deleteSeveralQuestion', { count }),
      confirm: t('files.delete'),
    }
  }
  const file = request?.files[0]?.description ?? ''
  return { title: t('files.deleteTitle'), message: t('files.deleteQuestion', { file }), confirm: t('files.delete') }
}
