import type { TopicSummary } from '@kamar/contracts'
import { CalendarClock, MessageSquare, Paperclip } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../../platform/design/fields/checkbox.js'
import { ShownTime } from '../../../../platform/format/shown-time.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import { SnapshotImage } from '../../../kit/viewpoints/snapshot-image.js'
import { AttachmentImage } from '../attachments/attachment-image.js'
import { UserBadge } from '../comments/user-badge.js'
import { StatusMark } from './topic-chip.js'
import { isOverdue, today } from '../topic-options.js'

interface TopicRowProps {
  readonly fileId: string
  readonly topic: TopicSummary
  readonly onOpen: (id: string) => void
  /** Whether the topic is one of several that are selected; null while none can be. */
  readonly isPicked: boolean | null
  readonly onPick: (id: string) => void
}

/** Renders one topic of the list. */
export const TopicRow = memo(function TopicRow({ fileId, topic, onOpen, isPicked, onPick }: TopicRowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex items-start">
      {isPicked === null ? null : (
        <Checkbox
          className="ms-3 mt-2.5 shrink-0"
          aria-label={t('topics.pick', { title: topic.title })}
          checked={isPicked}
          onChange={() => onPick(topic.id)}
        />
      )}
      <button
        type="button"
        data-topic={topic.number}
        onClick={() => onOpen(topic.id)}
        className="flex min-w-0 grow gap-3 px-3 py-2.5 text-start transition-colors duration-140 hover:bg-page"
      >
        <TopicImage fileId={fileId} topic={topic} />
        <span className="min-w-0 grow">
          <span className="flex items-baseline gap-1.5">
            <span className="shrink-0 text-12 text-muted tabular-nums">{`#${topic.number}`}</span>
            <span className="line-clamp-2 text-14 font-medium wrap-anywhere">{topic.title}</span>
          </span>
          <TopicInfo topic={topic} />
        </span>
      </button>
    </li>
  )
})

/** Renders the view of a topic, with its first photo in the corner; without a view the photo. */
function TopicImage({ fileId, topic }: Pick<TopicRowProps, 'fileId' | 'topic'>) {
  const { photoId, snapshot, viewpointId } = topic
  if (photoId === null || snapshot !== null) {
    return (
      <span className="relative h-12 w-16 shrink-0">
        <SnapshotImage fileId={fileId} viewpointId={viewpointId ?? ''} snapshot={snapshot} className="h-12 w-16" />
        {photoId === null ? null : (
          <AttachmentImage
            fileId={fileId}
            attachmentId={photoId}
            size="small"
            alt=""
            className="absolute -end-1 -bottom-1 size-7 rounded-control border border-surface object-cover"
          />
        )}
      </span>
    )
  }
  return (
    <AttachmentImage
      fileId={fileId}
      attachmentId={photoId}
      size="small"
      alt=""
      className="h-12 w-16 shrink-0 rounded-control border border-line object-cover"
    />
  )
}

function TopicInfo({ topic }: { topic: TopicSummary }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const overdue = isOverdue(topic, today())
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-muted">
      <StatusMark status={topic.status} isClosed={topic.isClosed} />
      {topic.assignee ? <UserBadge name={topic.assignee.name} /> : null}
      {topic.dueDate === null ? null : (
        <span className={overdue ? 'inline-flex items-center gap-1 text-danger' : 'inline-flex items-center gap-1'}>
          <CalendarClock size={12} />
          <ShownTime value={topic.dueDate} as="day" />
          {overdue ? <span className="sr-only">{t('topics.overdue')}</span> : null}
        </span>
      )}
      {topic.attachments > 0 ? (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <Paperclip size={12} />
          <span className="sr-only">{t('topics.files.files')}: </span>
          {formats.number(topic.attachments)}
        </span>
      ) : null}
      {topic.comments > 0 ? (
        <span className="inline-flex items-center gap-1 tabular-nums">
          <MessageSquare size={12} />
          <span className="sr-only">{t('topics.comments')}: </span>
          {formats.number(topic.comments)}
        </span>
      ) : null}
    </span>
  )
}
