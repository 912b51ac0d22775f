import type { Topic } from '@kamar/contracts'
import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/collaboration/drafts.js'
import { sendOrEnqueue, withoutWhenOffline } from '../../../../platform/collaboration/outbox.js'
import { Button } from '../../../../platform/design/button.js'
import { Checkbox } from '../../../../platform/design/fields/checkbox.js'
import { useAsyncAction } from '../../../../platform/use-async-action.js'
import { useOnline } from '../../../../platform/use-online.js'
import { captureView, uploadSnapshot } from '../../../kit/viewpoints/capture.js'
import { useViewerSession } from '../../../session/session.js'
import type { TopicDetailProps } from '../collaboration.js'
import { MentionField } from './mention-field.js'
import { type Mentionable, mentionedIn } from './mentions.js'
import { useTopicCalls } from '../use-topics.js'

interface CommentBoxProps extends TopicDetailProps {
  readonly topic: Topic
  readonly members: readonly Mentionable[]
}

/** Renders the reply field; the current view can be attached. An unsent draft is stored on this device. */
export function CommentBox(props: CommentBoxProps) {
  const { t } = useTranslation()
  const comment = useComment(props)
  const isOnline = useOnline()
  return (
    <form
      className="shrink-0 space-y-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        comment.send()
      }}
    >
      <MentionField
        label={t('topics.comment')}
        placeholder={t('topics.commentHint')}
        value={comment.text}
        members={props.members}
        rows={2}
        onChange={comment.setText}
        onSend={comment.send}
      />
      {comment.error === null ? null : (
        <p role="alert" className="text-12 text-danger">
          {comment.error}
        </p>
      )}
      {isOnline ? null : <p className="text-12 text-pretty text-muted">{t('offline.comments')}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox
          label={t('topics.attachView')}
          checked={comment.withView}
          onChange={(event) => comment.setWithView(event.currentTarget.checked)}
        />
        <Button
          type="submit"
          size="small"
          tone="primary"
          busy={comment.busy}
          disabled={comment.busy || comment.text.trim() === ''}
          icon={<SendHorizontal />}
        >
          {t(isOnline ? 'topics.send' : 'offline.sendLater')}
        </Button>
      </div>
    </form>
  )
}

function useComment({ collaboration, fileId, topicId, members }: CommentBoxProps) {
  const session = useViewerSession()
  const [text, setText] = useDraft(`${fileId}/${topicId}`)
  const [withView, setWithView] = useState(false)
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const calls = useTopicCalls(fileId)
  const post = async (): Promise<void> => {
    const view = withView ? await captureView(session, fileId).catch(withoutWhenOffline) : null
    const version = collaboration.fileVersion === null ? {} : { fileVersion: collaboration.fileVersion }
    const form = {
      text: text.trim(),
      mentions: mentionedIn(text, members),
      ...(view ? { viewpoint: { ...view.form, ...version } } : {}),
      key: crypto.randomUUID(),
    }
    const viewpointId = await sendOrEnqueue(() => calls.comment(topicId, form), { fileId, topicId, form })
    setText('')
    setWithView(false)
    if (view && viewpointId !== null && (await uploadSnapshot(fileId, viewpointId, view.snapshot))) {
      await calls.reload(topicId)
    }
  }
  const send = (): void => {
    if (!busy && text.trim() !== '') begin(post)
  }
  return { text, setText, withView, setWithView, busy, error, send }
}
