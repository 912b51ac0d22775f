import type { FileRecord } from '@kamar/contracts'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Marks files that another user owns, and own files that are shared. */
export function SharedMark({ file: { sharing } }: { readonly file: Pick<FileRecord, 'sharing'> }) {
  const { t } = useTranslation()
  if (!sharing || (sharing.mine && sharing.people === 0)) return null
  const text = sharing.mine
    ? t('share.sharedWith', { count: sharing.people })
    : t('share.sharedBy', { name: sharing.owner.name })
  return (
    <span title={text} className="inline-flex min-w-0 shrink-0 items-center gap-1 text-12 text-muted">
      <Users size={14} className="shrink-0" />
      {sharing.mine ? (
        <span className="sr-only">{text}</span>
      ) : (
        <span className="max-w-32 truncate">
          <span className="sr-only">{text}</span>
          <span aria-hidden="true">{sharing.owner.name}</span>
        </span>
      )}
    </span>
  )
}
