import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../shared/design/dialog.js'
import type { Deletion, DeleteRequest } from './delete-files.js'

export function DeleteDialog({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const text = useQuestion(deletion.request)
  return (
    <ConfirmDialog
      open={deletion.request !== null}
      title={text.title}
      confirm={text.confirm}
      confirming={t('files.deleting')}
      busy={deletion.busy}
      onConfirm={deletion.confirm}
      onCancel={deletion.cancel}
    >
      <p>{text.question}</p>
      <p>{t('files.deleteWarning')}</p>
    </ConfirmDialog>
  )
}

function useQuestion(request: DeleteRequest | null): { title: string; question: string; confirm: string } {
  const { t } = useTranslation()
  const count = request && request.kind !== 'files' ? request.total : (request?.files.length ?? 0)
  if (request?.kind === 'all') {
    return {
      title: t('files.clearAll'),
      question: t('files.clearAllQuestion', { count }),
      confirm: t('files.clearAll'),
    }
  }
  if (count > 1) {
    return {
      title: t('files.deleteSeveralTitle'),
      question: t('files.deleteSeveralQuestion', { count }),
      confirm: t('files.delete'),
    }
  }
  const file = request?.files[0]?.description ?? ''
  return { title: t('files.deleteTitle'), question: t('files.deleteQuestion', { file }), confirm: t('files.delete') }
}
