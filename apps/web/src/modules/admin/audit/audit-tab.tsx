import type { AuditFilter } from '@kamar/contracts'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, fetchStream } from '../../../platform/api/api.js'
import { Button } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { saveFile } from '../../../platform/files/download/save-file.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../../platform/shell/page-states.js'
import { adminKeys } from '../admin-keys.js'
import { AuditTable } from './audit-table.js'
import { AuditToolbar } from './audit-toolbar.js'
import { useAuditView } from './use-audit-view.js'

/** Shows the audit trail, newest first. Its rows are immutable, which can be verified. */
export function AuditTab() {
  const { t } = useTranslation()
  const state = useAuditView()
  const list = useAuditRows(state.query)
  const names = Object.assign({}, ...(list.data?.pages ?? []).map((page) => page.names)) as Record<string, string>
  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-0 sm:px-5">
        <p className="min-w-0 grow basis-60 text-13 text-pretty text-muted">{t('admin.auditHint')}</p>
        <div className="flex flex-wrap gap-2">
          <DownloadButton filter={state.query} />
          <VerifyButton />
        </div>
      </div>
      <AuditToolbar state={state} names={names} />
      <AuditRows list={list} names={names} state={state} />
    </div>
  )
}

function useAuditRows(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...adminKeys.audit, filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'listAudit',
        { query: { ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

interface AuditRowsProps {
  readonly list: ReturnType<typeof useAuditRows>
  readonly names: Record<string, string>
  readonly state: ReturnType<typeof useAuditView>
}

function AuditRows({ list, names, state }: AuditRowsProps) {
  const { t } = useTranslation()
  if (list.isError && !list.data) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) {
    return (
      <div className="p-4">
        <CardsSkeleton heightsPixels={[300]} />
      </div>
    )
  }
  const rows = list.data.pages.flatMap(({ events }) => events)
  if (rows.length === 0) return <EmptyState title={t(state.isFiltered ? 'audit.noMatch' : 'audit.none')} />
  return (
    <>
      <AuditTable rows={rows} names={names} onChoose={state.change} />
      {list.hasNextPage ? (
        <div className="flex justify-center border-t border-line p-3">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('admin.older')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Downloads all matching rows, including those that are not on the screen. */
function DownloadButton({ filter }: { filter: AuditFilter }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: async () => (await fetchStream(`/api/admin/audit.csv?${toParameters(filter)}`)).blob(),
    onSuccess: (csv) => saveFile(csv, `${t('audit.csvFile')}.csv`),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
  return (
    <Button icon={<Download />} busy={download.isPending} onClick={() => download.mutate()}>
      {t('audit.download')}
    </Button>
  )
}

function toParameters(filter: AuditFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) parameters.set(name, value)
  return parameters
}

function VerifyButton() {
  const { t } = useTranslation()
  const formats = useFormats()
  const verify = useMutation({
    mutationFn: () => api.call('verifyAudit'),
    onSuccess({ whole: isValid, events, brokenAt }) {
      if (isValid) notify(t('admin.auditWhole', { count: events, shown: formats.number(events) }))
      else notify(t('admin.auditBroken', { row: brokenAt }), { tone: 'problem' })
    },
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
  return (
    <Button icon={<ShieldCheck />} busy={verify.isPending} onClick={() => verify.mutate()}>
      {t('admin.verify')}
    </Button>
  )
}
