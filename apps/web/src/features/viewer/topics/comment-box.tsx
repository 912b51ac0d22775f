import type { Topic } from '@kamar/contracts'
import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../shared/collaboration/drafts.js'
import { orLater, withoutWhenOffline } from '../../../shared/collaboration/outbox.js'
import { Button } from '../../../shared/design/button.js'
import { Checkbox } from '../../../shared/design/checkbox.js'
import { useDeed } from '../../../shared/use-deed.js'
import { useOnline } from '../../../shared/use-online.js'
import { captureView, sendPicture } from '../viewpoints/capture.js'
import { MentionField } from './mention-field.js'
import { type Mentionable, mentionedIn } from './mentions.js'
import type { TopicDetailProps } from './topic-detail.js'
import { useTopicCalls } from './use-topics.js'

interface CommentBoxProps extends TopicDetailProps {
  readonly topic: Topic
  readonly people: readonly Mentionable[]
}

/** Where one answers; what is on the screen comes along when it is asked for. What is not sent stays on this device. */
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
        people={props.people}
        rows={2}
        onChange={comment.setText}
        onSend={comment.send}
      />
      {comment.problem === null ? null : (
        <p role="alert" className="text-12 text-danger">
          {comment.problem}
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
          icon={<SendHorizontal size={16} strokeWidth={1.5} aria-hidden="true" />}
        >
          {t(isOnline ? 'topics.send' : 'offline.sendLater')}
        </Button>
      </div>
    </form>
  )
}

function useComment({ collaboration, fileId, topicId, model, people }: CommentBoxProps) {
  const [text, setText] = useDraft(`${fileId}/${topicId}`)
  const [withView, setWithView] = useState(false)
  const { busy, problem, begin } = useDeed({ inPlace: true })
  const calls = useTopicCalls(fileId)
  const post = async (): Promise<void> => {
    const view = withView && model.viewer ? await captureView(model.viewer, fileId).catch(withoutWhenOffline) : null
    const version = collaboration.fileVersion === null ? {} : { fileVersion: collaboration.fileVersion }
    const form = {
      text: text.trim(),
      mentions: mentionedIn(text, people),
      ...(view ? { viewpoint: { ...view.form, ...version } } : {}),
      key: crypto.randomUUID(),
    }
    const viewpointId = await orLater(() => calls.comment(topicId, form), { fileId, topicId, form })
    setText('')
    setWithView(false)
    if (view && viewpointId !== null && (await sendPicture(fileId, viewpointId, view.picture))) {
      await calls.reload(topicId)
    }
  }
  const send = (): void => {
    if (!busy && text.trim() !== '') begin(post)
  }
  return { text, setText, withView, setWithView, busy, problem, send }
}
