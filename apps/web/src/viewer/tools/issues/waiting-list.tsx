import { Clock3, Paperclip, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cancelWaiting, maxWaiting, type Waiting } from '../../../platform/collaboration/outbox.js'
import { useTryAgain, useWaiting, useWaitingCount } from '../../../platform/collaboration/use-outbox.js'
import { Button } from '../../../platform/design/button.js'
import { TimeInText } from '../../../platform/format/shown-time.js'

interface WaitingListProps {
  readonly fileId: string
  /** Null for queued topics. */
  readonly topicId: string | null
}

/**
 * Renders topics or comments written offline, with a button to discard them, and how many wait on this device; renders
 * nothing when the queue is empty.
 */
export function WaitingList({ fileId, topicId }: WaitingListProps) {
  const { t } = useTranslation()
  const waiting = useWaiting(fileId, topicId)
  const used = useWaitingCount()
  if (waiting.length === 0) return null
  return (
    <div className="space-y-2 p-3">
      <p className="text-12 text-muted tabular-nums">{t('offline.waitingCount', { used, maximum: maxWaiting })}</p>
      <ul aria-label={t('offline.waitingList')} className="space-y-2">
        {waiting.map((one) => (
          <WaitingRow key={one.key} one={one} />
        ))}
      </ul>
    </div>
  )
}

function WaitingRow({ one }: { readonly one: Waiting }) {
  const { t } = useTranslation()
  const again = useTryAgain()
  const text = 'title' in one.form ? one.form.title : one.form.text
  return (
    <li className="rounded-card border border-dashed border-edge p-2.5">
      <p className="text-13 break-words whitespace-pre-wrap">{text}</p>
      {one.files && one.files.length > 0 ? (
        <p className="mt-1 flex items-center gap-1.5 text-12 text-muted">
          <Paperclip size={14} className="shrink-0" />
          <span className="min-w-0 truncate">{one.files.map(({ name }) => name).join(', ')}</span>
        </p>
      ) : null}
      {one.problem === null ? (
        <p className="mt-1 flex items-center gap-1.5 text-12 text-muted">
          <Clock3 size={14} className="shrink-0" />
          <span>
            <TimeInText value={one.writtenAt} as="age">
              {(age) => t('offline.waiting', { age })}
            </TimeInText>
          </span>
        </p>
      ) : (
        <p role="alert" className="mt-1 flex items-start gap-1.5 text-12 text-danger">
          <TriangleAlert size={14} className="mt-0.5 shrink-0" />
          {t('offline.refused', { reason: one.problem })}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {one.problem === null ? null : (
          <Button size="small" onClick={() => again(one.key)}>
            {t('common.retry')}
          </Button>
        )}
        <Button size="small" onClick={() => cancelWaiting(one.key)}>
          {t('offline.doNotSend')}
        </Button>
      </div>
    </li>
  )
}
