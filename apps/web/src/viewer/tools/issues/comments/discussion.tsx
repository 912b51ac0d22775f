import type { Topic, TopicAttachment, TopicComment } from '@kamar/contracts'
import { Camera, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'
import { notify } from '../../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { ShownTime } from '../../../../platform/format/shown-time.js'
import { Avatar } from '../../../../platform/shell/avatar.js'
import { AttachmentList } from '../attachments/attachment-list.js'
import type { AddMarkedPhoto } from '../attachments/use-add-marked-photo.js'
import { CommentText } from './comment-text.js'
import { MentionField } from './mention-field.js'
import { WaitingList } from '../waiting-list.js'
import { useMentionable, useTopicCalls } from '../use-topics.js'

interface DiscussionProps {
  readonly fileId: string
  readonly topic: Topic
  readonly onShow: (viewpointId: string) => void
  readonly onDeleteAttachment: (attachment: TopicAttachment) => void
  readonly addMarked: AddMarkedPhoto | null
}

/** Renders the comments, oldest first. New ones are announced as they arrive. */
export function Discussion(props: DiscussionProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('topics.comments')}>
      <h4 className="mb-2 text-13 font-medium">{t('topics.comments')}</h4>
      <div role="log">
        <ol className="space-y-4">
          {props.topic.discussion.map((comment) => (
            <Comment key={comment.id} {...props} comment={comment} />
          ))}
        </ol>
      </div>
      <WaitingList fileId={props.fileId} topicId={props.topic.id} />
      {props.topic.discussion.length === 0 ? <p className="text-13 text-muted">{t('topics.noComments')}</p> : null}
    </section>
  )
}

function Comment({
  fileId,
  topic,
  comment,
  onShow,
  onDeleteAttachment,
  addMarked,
}: DiscussionProps & { readonly comment: TopicComment }) {
  const { t } = useTranslation()
  const [edits, setEdits] = useState(false)
  const { viewpointId } = comment
  return (
    <li className="flex gap-2.5">
      <Avatar name={comment.author.name} version={null} className="size-7 text-[10px]" />
      <div className="min-w-0 grow">
        <div className="flex items-center gap-1">
          <p className="min-w-0 grow text-12 text-muted">
            <span className="text-13 font-medium text-text">{comment.author.name}</span>{' '}
            <ShownTime value={comment.createdAt} as="age" />
            {comment.editedAt === null ? '' : ` · ${t('topics.edited')}`}
          </p>
          {edits ? null : <CommentActions {...{ fileId, topic, comment }} onEdit={() => setEdits(true)} />}
        </div>
        {edits ? (
          <EditComment {...{ fileId, topic, comment }} onEnd={() => setEdits(false)} />
        ) : (
          <CommentText text={comment.text} names={comment.mentions.map(({ name }) => name)} />
        )}
        <div className="mt-1.5 empty:hidden">
          <AttachmentList
            fileId={fileId}
            files={topic.files}
            commentId={comment.id}
            onDelete={onDeleteAttachment}
            addMarked={addMarked}
          />
        </div>
        {viewpointId === null ? null : (
          <Button size="small" className="mt-1.5" icon={<Camera />} onClick={() => onShow(viewpointId)}>
            {t('topics.openView')}
          </Button>
        )}
      </div>
    </li>
  )
}

type CommentProps = Pick<DiscussionProps, 'fileId' | 'topic'> & { readonly comment: TopicComment }

function CommentActions({ fileId, topic, comment, onEdit }: CommentProps & { readonly onEdit: () => void }) {
  const { t } = useTranslation()
  const calls = useTopicCalls(fileId)
  const remove = (): void => {
    calls
      .removeComment(topic.id, comment.id)
      .catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }
  return (
    <span className="flex shrink-0">
      {comment.mayChange ? (
        <IconButton size="small" label={t('topics.editComment')} onClick={onEdit}>
          <Pencil size={14} />
        </IconButton>
      ) : null}
      {comment.mayDelete ? (
        <IconButton size="small" label={t('topics.deleteComment')} onClick={remove}>
          <Trash2 size={14} />
        </IconButton>
      ) : null}
    </span>
  )
}

function EditComment({ fileId, topic, comment, onEnd }: CommentProps & { readonly onEnd: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(comment.text)
  const [busy, setBusy] = useState(false)
  const calls = useTopicCalls(fileId)
  const members = useMentionable(fileId).data ?? []
  const save = (): void => {
    setBusy(true)
    calls.changeComment(topic.id, comment, text.trim()).then(onEnd, (error: unknown) => {
      setBusy(false)
      notify(errorMessage(error), { tone: 'problem' })
    })
  }
  return (
    <div className="mt-1 space-y-2">
      <MentionField label={t('topics.editComment')} value={text} members={members} onChange={setText} onSend={save} />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onEnd}>
          {t('common.cancel')}
        </Button>
        <Button size="small" tone="primary" busy={busy} disabled={busy || text.trim() === ''} onClick={save}>
          {t('topics.save')}
        </Button>
      </div>
    </div>
  )
}
