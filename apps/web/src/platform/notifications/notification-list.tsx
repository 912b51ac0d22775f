import type { NotificationRecord } from '@kamar/contracts'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../design/button.js'
import { classNames } from '../design/class-names.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage } from '../errors/error-message.js'
import { MetadataLine } from '../format/metadata-line.js'
import { ShownTime } from '../format/shown-time.js'
import { Avatar } from '../shell/avatar.js'
import { toPath, useMarkRead, useNotifications } from './use-notifications.js'

/** Lists notifications, newest first; a click opens the target. */
export function NotificationList({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation()
  const list = useNotifications()
  const markRead = useMarkRead()
  const unread = list.data?.pages[0]?.unread ?? 0
  const notifications = list.data?.pages.flatMap(({ notifications }) => notifications) ?? []
  return (
    <>
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line ps-3 pe-1.5">
        <h2 className="grow text-14">{t('notifications.title')}</h2>
        {unread > 0 ? (
          <Button size="small" tone="quiet" onClick={() => markRead({})}>
            {t('notifications.readAll')}
          </Button>
        ) : null}
      </div>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {list.isPending ? (
          <div className="space-y-3 p-3">
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-10 w-full" />
          </div>
        ) : list.isError && notifications.length === 0 ? (
          <p role="alert" className="p-4 text-13 text-pretty text-danger">
            {t('notifications.failed', { reason: errorMessage(list.error) })}
          </p>
        ) : notifications.length === 0 ? (
          <div className="flex flex-col items-center gap-3 px-6 py-10 text-center text-13 text-pretty text-muted">
            <BellOff size={24} strokeWidth={1.25} />
            {t('notifications.none')}
          </div>
        ) : (
          <ul className="divide-y divide-line/60">
            {notifications.map((notification) => (
              <Line key={notification.id} notification={notification} onLeave={onLeave} />
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <div className="p-2 text-center">
            <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('notifications.more')}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}

function Line({ notification, onLeave }: { notification: NotificationRecord; onLeave: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const markRead = useMarkRead()
  const { actor, kind, topic, file, project, readAt, excerpt } = notification
  const path = toPath(notification)
  const open = (): void => {
    if (readAt === null) markRead({ ids: [notification.id] })
    onLeave()
    if (path !== null) void navigate(path)
  }
  const subject = topic?.title ?? file?.description ?? project?.name ?? t('notifications.gone')
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className={classNames(
          'flex w-full gap-2.5 px-3 py-2.5 text-start hover:bg-page',
          readAt === null && 'bg-accent-soft/50',
        )}
      >
        <Avatar name={actor.name} version={null} className="size-8 text-[11px]" />
        <span className="min-w-0 grow text-13">
          <span className="block wrap-anywhere">
            {t(`notifications.kind.${kind}`, { name: actor.name, what: subject })}
            {readAt === null ? <span className="sr-only"> ({t('notifications.new')})</span> : null}
          </span>
          {excerpt === '' ? null : (
            <span className="mt-0.5 line-clamp-2 block text-muted wrap-anywhere">{excerpt}</span>
          )}
          <span className="mt-0.5 block text-12 text-muted">
            <MetadataLine
              items={[
                topic && file ? file.description : '',
                <ShownTime key="time" value={notification.createdAt} as="age" />,
              ]}
            />
          </span>
        </span>
        {readAt === null ? <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" /> : null}
      </button>
    </li>
  )
}
