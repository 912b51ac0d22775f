import type { Topic } from '@kamar/contracts'
import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/collaboration/drafts.js'
import { sendFiles, sendOrEnqueue, withoutWhenOffline } from '../../../../platform/collaboration/outbox.js'
import { Button } from '../../../../platform/design/button.js'
import { Checkbox } from '../../../../platform/design/fields/checkbox.js'
import { useAsyncAction } from '../../../../platform/use-async-action.js'
import { useOnline } from '../../../../platform/use-online.js'
import { captureView, uploadSnapshot } from '../../../kit/viewpoints/capture.js'
import { announceSaved } from '../../../kit/viewpoints/shown-views.js'
import { toVersion } from '../../../kit/viewpoints/use-views.js'
import { AttachmentField } from '../attachments/attachment-field.js'
import type { PendingFile } from '../attachments/pending-file.js'
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
      <AttachmentField
        files={comment.files}
        attached={props.topic.attachments}
        onChange={comment.setFiles}
        actions={<SendActions comment={comment} />}
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
      </AttachmentField>
    </form>
  )
}

function SendActions({ comment }: { readonly comment: ReturnType<typeof useComment> }) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <>
      <Checkbox
        label={t('topics.attachView')}
        checked={comment.withView}
        onChange={(event) => comment.setWithView(event.currentTarget.checked)}
      />
      <Button
        type="submit"
        size="small"
        tone="primary"
        className="ms-auto"
        busy={comment.busy}
        disabled={comment.busy || comment.isEmpty}
        icon={<SendHorizontal />}
      >
        {t(isOnline ? 'topics.send' : 'offline.sendLater')}
      </Button>
    </>
  )
}

function useComment({ collaboration, fileId, topicId, members }: CommentBoxProps) {
  const session = useViewerSession()
  const [text, setText] = useDraft(`${fileId}/${topicId}`)
  const [withView, setWithView] = useState(false)
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const calls = useTopicCalls(fileId)
  const [files, setFiles] = useState<readonly PendingFile[]>([])
  const isEmpty = text.trim() === '' && files.length === 0
  const clear = (): void => {
    setText('')
    setWithView(false)
    setFiles([])
  }
  const post = async (): Promise<void> => {
    const view = withView ? await captureView(session, fileId).catch(withoutWhenOffline) : null
    const form = {
      // Photos without a text are a comment that consists of their names.
      text: text.trim() || files.map(({ name }) => name).join(', '),
      mentions: mentionedIn(text, members),
      ...(view ? { viewpoint: { ...view.form, ...toVersion(collaboration) } } : {}),
      key: crypto.randomUUID(),
    }
    const draft = { fileId, topicId, form }
    const comment = await sendOrEnqueue(() => calls.comment(topicId, form), draft, {
      files,
      snapshot: view?.snapshot,
    })
    if (view) announceSaved(session)
    clear()
    if (comment === null) return
    if (view && comment.viewpointId !== null) await uploadSnapshot(fileId, comment.viewpointId, view.snapshot)
    try {
      await sendFiles({ fileId, topicId, commentId: comment.id }, files, draft)
    } finally {
      // Files that were sent before a refused one are stored.
      if (view || files.length > 0) await calls.reload(topicId)
    }
  }
  const send = (): void => {
    if (!busy && !isEmpty) begin(post)
  }
  return { text, setText, withView, setWithView, files, setFiles, isEmpty, busy, error, send }
}
