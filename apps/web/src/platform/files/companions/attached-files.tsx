import type { FileRecord } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/api.js'
import { useFormats } from '../../format/use-formats.js'

/** Loads the list again with each translation, because attaching files starts one. */
function useAttachedFiles({ id, jobId }: Pick<FileRecord, 'id' | 'jobId'>) {
  return useQuery({
    queryKey: ['companions', id, jobId],
    queryFn: ({ signal }) => api.call('listCompanions', { parameters: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Lists the files attached to a model by name and size; renders nothing if there are none. */
export function AttachedFiles({ file }: { file: FileRecord }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: attached = [] } = useAttachedFiles(file)
  if (attached.length === 0) return null
  return (
    <section className="border-t border-line pt-5" aria-label={t('report.attachedFiles')}>
      <h3 className="mb-3 text-14">{t('report.attachedFiles')}</h3>
      <ul className="space-y-1 text-13">
        {attached.map(({ name, size, used, carriedFrom }) => (
          <li key={name} className="flex items-baseline gap-2">
            <Paperclip size={12} className="shrink-0 text-muted" />
            <span className="min-w-0 grow break-all">{name}</span>
            <span className="shrink-0 text-muted tabular-nums">
              {used ? formats.size(size) : t('report.attachedUnused')}
              {carriedFrom === null ? null : ` · ${t('report.attachedFrom', { number: carriedFrom })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
