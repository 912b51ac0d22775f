import type { AuditRow } from '@kamar/contracts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.js'
import { Button } from '../../shared/design/button.js'
import { notify } from '../../shared/design/notices-state.js'
import { errorMessage } from '../../shared/errors/error-message.js'
import { useFormats } from '../../shared/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../shared/shell/page-states.js'
import { adminKeys } from './admin-keys.js'

/** Who did what, newest first. Nothing in it can be changed, and that can be checked. */
export function AuditTab() {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: adminKeys.audit,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call('listAudit', { query: pageParam === undefined ? {} : { before: pageParam } }, { signal }),
    getNextPageParam: (page) => page.next ?? undefined,
  })
  if (query.isError && !query.data) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <CardsSkeleton heightsPixels={[300]} />
  const rows = query.data.pages.flatMap(({ events }) => events)
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
        <p className="min-w-0 grow basis-60 text-13 text-pretty text-muted">{t('admin.auditHint')}</p>
        <VerifyButton />
      </div>
      <ul className="divide-y divide-line/60 border-t border-line">
        {rows.map((row) => (
          <AuditLine key={row.sequence} row={row} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <div className="flex justify-center border-t border-line p-3">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('admin.older')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function AuditLine({ row }: { row: AuditRow }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <li className="grid gap-x-4 px-4 py-2 text-13 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)] sm:px-5">
      <time dateTime={row.time} className="text-muted tabular-nums">
        {formats.moment(row.time)}
      </time>
      <span className="truncate">{row.actorName ?? row.actor ?? t('admin.system')}</span>
      <code className="truncate font-mono text-12 leading-5 text-muted">{row.action}</code>
      <span className="truncate text-muted" title={row.subject}>
        {row.subjectName ?? row.subject}
      </span>
    </li>
  )
}

function VerifyButton() {
  const { t } = useTranslation()
  const formats = useFormats()
  const verify = useMutation({
    mutationFn: () => api.call('verifyAudit'),
    onSuccess({ whole, events, brokenAt }) {
      if (whole) notify(t('admin.auditWhole', { count: events, shown: formats.number(events) }))
      else notify(t('admin.auditBroken', { row: brokenAt }), { tone: 'problem' })
    },
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
  return (
    <Button
      icon={<ShieldCheck size={16} strokeWidth={1.5} aria-hidden="true" />}
      busy={verify.isPending}
      onClick={() => verify.mutate()}
    >
      {t('admin.verify')}
    </Button>
  )
}
