import type { AuditPage } from '@kamar/contracts'
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { ShownTime } from '../format/shown-time.js'
import { AuditMessage } from './audit-message-view.js'

interface ActivityRowsProps {
  readonly pages: readonly Pick<AuditPage, 'events' | 'names'>[]
  readonly list: Pick<
    UseInfiniteQueryResult<InfiniteData<AuditPage>>,
    'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'
  >
}

/** Renders the events of an activity, newest first, and the button that loads older ones. */
export function ActivityRows({ pages, list }: ActivityRowsProps) {
  const { t } = useTranslation()
  const names = Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>
  return (
    <>
      <ul className="mt-4 space-y-3">
        {pages
          .flatMap(({ events }) => events)
          .map((row) => (
            <li key={row.sequence} className="text-13">
              <p className="text-pretty wrap-anywhere">
                <AuditMessage row={row} names={names} />
              </p>
              <ShownTime value={row.time} as="list" className="text-12 text-muted tabular-nums" />
            </li>
          ))}
      </ul>
      {list.hasNextPage ? (
        <Button className="mt-3 w-full" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      ) : null}
    </>
  )
}
