import type { FileOpener } from '@kamar/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { ActivityRows } from '../../../platform/audit/activity-rows.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { ShownTime } from '../../../platform/format/shown-time.js'

/** Lists the users who opened a file recently, and below them all events, newest first. */
export function ActivityList({ fileId }: { fileId: string }) {
  const { t } = useTranslation()
  const list = useActivity(fileId)
  if (!list.data) {
    return (
      <p role="status" className="text-13 text-pretty text-muted">
        {list.isError ? t('audit.loadFailed', { reason: errorMessage(list.error) }) : t('audit.loading')}
      </p>
    )
  }
  const { pages } = list.data
  return (
    <>
      <Openers openers={pages[0]?.openers ?? []} />
      <ActivityRows pages={pages} list={list} />
    </>
  )
}

function useActivity(id: string) {
  return useInfiniteQuery({
    queryKey: ['files', 'activity', id],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'listFileActivity',
        { parameters: { id }, query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    getNextPageParam: (page) => page.next ?? undefined,
    // Another user may have opened the file since the section was last shown.
    staleTime: 0,
  })
}

function Openers({ openers }: { openers: readonly FileOpener[] }) {
  const { t } = useTranslation()
  if (openers.length === 0) return <p className="text-13 text-muted">{t('audit.openedByNobody')}</p>
  return (
    <>
      <h4 className="text-13 font-normal text-muted">{t('audit.openedBy')}</h4>
      <ul className="mt-1.5 space-y-1">
        {openers.map((opener) => (
          <li
            key={`${opener.name} ${opener.isGuest} ${opener.lastOpenedAt}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 text-13"
          >
            <span className="min-w-0 font-medium wrap-anywhere">
              <OpenerName opener={opener} />
            </span>
            <Moment time={opener.lastOpenedAt} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OpenerName({ opener: { isGuest, name } }: { opener: FileOpener }) {
  const { t } = useTranslation()
  if (!isGuest) return name ?? t('audit.deletedAccount')
  return name === null ? t('audit.guest') : t('audit.guestNamed', { name })
}

function Moment({ time }: { time: string }) {
  return <ShownTime value={time} as="list" className="text-12 text-muted tabular-nums" />
}
