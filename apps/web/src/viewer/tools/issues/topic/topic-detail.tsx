import type { Topic, TopicAttachment } from '@kamar/contracts'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'
import { ConfirmDialog } from '../../../../platform/design/dialog.js'
import { Skeleton } from '../../../../platform/design/skeleton.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { ShownTime } from '../../../../platform/format/shown-time.js'
import { useMarkTopicRead } from '../../../../platform/notifications/use-notifications.js'
import { useViewerSession } from '../../../session/session.js'
import type { TopicDetailProps } from '../collaboration.js'
import { CommentBox } from '../comments/comment-box.js'
import { CommentText } from '../comments/comment-text.js'
import { Discussion } from '../comments/discussion.js'
import { AttachmentList } from '../attachments/attachment-list.js'
import { useAddMarkedPhoto } from '../attachments/use-add-marked-photo.js'
import { notifyOfError } from '../notify-of-error.js'
import { newTopicAtTarget } from './new-topic-at.js'
import { AnchorField } from './anchor-field.js'
import { TopicFields } from './topic-fields.js'
import { TopicTitle } from './topic-title.js'
import { useMentionable, useTopic, useTopicCalls } from '../use-topics.js'
import { useShowViewpoint } from './use-show-viewpoint.js'
import { ViewpointStrip } from './viewpoint-strip.js'

/** Renders one topic: its fields, location and comments. */
export function TopicDetail(props: TopicDetailProps) {
  const { t } = useTranslation()
  const { collaboration, fileId, topicId } = props
  const topic = useTopic(fileId, topicId)
  useMarkTopicRead(topicId, topic.isSuccess)
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 border-b border-line py-1 ps-1 pe-1.5">
        <IconButton size="small" label={t('topics.back')} onClick={() => collaboration.openTopic(null)}>
          <ArrowLeft />
        </IconButton>
        <p className="min-w-0 grow text-13 text-muted tabular-nums">{topic.data ? `#${topic.data.number}` : ''}</p>
        {topic.data?.mayDelete ? <DeleteButton {...props} topic={topic.data} /> : null}
      </div>
      {topic.data ? (
        <Content {...props} topic={topic.data} />
      ) : topic.isError ? (
        <Failed error={topic.error} onRetry={() => void topic.refetch()} />
      ) : (
        <div className="space-y-3 p-3">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
    </>
  )
}

function Content(props: TopicDetailProps & { readonly topic: Topic }) {
  const { t } = useTranslation()
  const { topic, fileId, model } = props
  const calls = useTopicCalls(fileId)
  const members = useMentionable(fileId).data ?? []
  const show = useShowViewpoint(fileId, { topic, ready: model.manifest !== null })
  const change = (part: Parameters<typeof calls.change>[1]): void => {
    calls.change(topic, part).catch(notifyOfError)
  }
  const deleteAttachment = ({ id }: TopicAttachment): void =>
    void calls.removeAttachment(topic.id, id).catch(notifyOfError)
  const addMarked = useAddMarkedPhoto(fileId, topic)
  return (
    <>
      <div className="min-h-0 grow space-y-4 overflow-y-auto overscroll-contain p-3">
        <TopicTitle key={topic.title} topic={topic} onChange={(title) => change({ title })} />
        <p className="text-12 text-muted">
          {topic.author.name} · <ShownTime value={topic.createdAt} as="moment" />
        </p>
        <ViewpointStrip fileId={fileId} viewpoints={topic.viewpoints} shownId={show.shownId} onShow={show.open} />
        {topic.description === '' ? null : (
          <CommentText text={topic.description} names={members.map(({ name }) => name)} />
        )}
        <AttachmentList
          fileId={fileId}
          files={topic.files}
          commentId={null}
          onDelete={deleteAttachment}
          addMarked={addMarked}
        />
        {model.viewer && (topic.mayChange || topic.anchor) ? (
          <TopicAnchor {...props} onChange={(anchor) => change({ anchor })} />
        ) : null}
        <TopicFields
          values={{ ...topic, assigneeId: topic.assignee?.id ?? null }}
          assignee={topic.assignee}
          members={members}
          disabled={!topic.mayChange}
          onChange={({ labels, ...rest }) => change({ ...rest, ...(labels ? { labels: [...labels] } : {}) })}
        />
        <Discussion
          fileId={fileId}
          topic={topic}
          onShow={show.open}
          onDeleteAttachment={deleteAttachment}
          addMarked={addMarked}
        />
      </div>
      {topic.mayComment ? (
        <CommentBox {...props} members={members} />
      ) : (
        <p className="shrink-0 border-t border-line p-3 text-12 text-pretty text-muted">{t('topics.readOnly')}</p>
      )}
    </>
  )
}

interface TopicAnchorProps extends TopicDetailProps {
  readonly topic: Topic
  readonly onChange: (anchor: Topic['anchor']) => void
}

/** Renders the place of the topic, which its next click in the view changes. */
function TopicAnchor({ collaboration, fileId, topic, onChange }: TopicAnchorProps) {
  const session = useViewerSession()
  const pickAnchor = (): void =>
    collaboration.anchorPicker.start((target) => {
      void newTopicAtTarget(target, { ...session, fileId }).then(({ anchor }) =>
        anchor ? onChange(anchor) : undefined,
      )
    })
  return (
    <AnchorField
      hasAnchor={topic.anchor !== null}
      isOnSheet={topic.anchor ? topic.anchor.sheet !== undefined : session.drawing.isShown}
      disabled={!topic.mayChange}
      onSet={pickAnchor}
      onRemove={() => onChange(null)}
    />
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="p-4 text-13">
      <p role="alert" className="mb-3 text-pretty text-danger">
        {t('topics.topicFailed', { reason: errorMessage(error) })}
      </p>
      <Button size="small" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

function DeleteButton({ collaboration, fileId, topic }: TopicDetailProps & { readonly topic: Topic }) {
  const { t } = useTranslation()
  const calls = useTopicCalls(fileId)
  const [isConfirming, setConfirming] = useState(false)
  const remove = (): void => {
    setConfirming(false)
    calls.remove(topic.id).then(() => collaboration.openTopic(null), notifyOfError)
  }
  return (
    <>
      <IconButton size="small" label={t('topics.delete')} onClick={() => setConfirming(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        title={t('topics.deleteTitle', { title: topic.title })}
        confirm={t('topics.delete')}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('topics.deleteText')}</p>
      </ConfirmDialog>
    </>
  )
}
