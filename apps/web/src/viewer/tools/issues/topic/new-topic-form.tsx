import { ArrowLeft, Camera } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collaborationLimits } from '@kamar/contracts'
import { newTopicDraftKey, storeDraft, useDraft } from '../../../../platform/collaboration/drafts.js'
import { sendFiles, sendOrEnqueue, withoutWhenOffline } from '../../../../platform/collaboration/outbox.js'
import { Button, IconButton } from '../../../../platform/design/button.js'
import { TextField } from '../../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../../platform/design/focus-when-shown.js'
import { notifyOfError } from '../notify-of-error.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { useOnline } from '../../../../platform/use-online.js'
import { captureView, uploadSnapshot } from '../../../kit/viewpoints/capture.js'
import { announceSaved } from '../../../kit/viewpoints/shown-views.js'
import { toVersion } from '../../../kit/viewpoints/use-views.js'
import type { PendingFile } from '../attachments/pending-file.js'
import { useViewerSession } from '../../../session/session.js'
import type { NewTopicTarget, TopicsPanelProps } from '../collaboration.js'
import { AttachmentField } from '../attachments/attachment-field.js'
import { MentionField } from '../comments/mention-field.js'
import { mentionedIn } from '../comments/mentions.js'
import { newTopicAtTarget } from './new-topic-at.js'
import { AnchorField } from './anchor-field.js'
import { type TopicFieldValues, TopicFields } from './topic-fields.js'
import { useMentionable, useTopicCalls } from '../use-topics.js'

const emptyValues: TopicFieldValues = {
  status: 'Open',
  type: 'Issue',
  priority: 'Normal',
  assigneeId: null,
  dueDate: null,
  labels: [],
}

interface NewTopicFormProps extends TopicsPanelProps {
  readonly fileId: string
  readonly target: NewTopicTarget
}

/** Renders the form of a new topic, which includes the current view. */
export function NewTopicForm(props: NewTopicFormProps) {
  const { collaboration, fileId, target } = props
  const { t } = useTranslation()
  const form = useNewTopic({ collaboration, fileId, target })
  const isOnline = useOnline()
  const cancel = (): void => collaboration.setNewTopic(null)
  return (
    <form onSubmit={form.submit} className="flex min-h-0 grow flex-col">
      <div className="flex shrink-0 items-center gap-1 border-b border-line py-1 ps-1 pe-3">
        <IconButton size="small" label={t('topics.back')} onClick={cancel}>
          <ArrowLeft />
        </IconButton>
        <h3 className="text-14">{t('topics.new')}</h3>
      </div>
      <Fields {...props} form={form} />
      <div className="flex shrink-0 justify-end gap-2 border-t border-line p-2.5">
        <Button size="small" onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <Button
          size="small"
          tone="primary"
          type="submit"
          busy={form.busy}
          disabled={form.title.trim() === '' || form.busy}
        >
          {t(isOnline ? 'topics.create' : 'offline.sendLater')}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps extends NewTopicFormProps {
  readonly form: ReturnType<typeof useNewTopic>
}

function Fields({ form, ...props }: FieldsProps) {
  const { fileId } = props
  const { t } = useTranslation()
  const members = useMentionable(fileId).data ?? []
  return (
    <div className="min-h-0 grow space-y-3 overflow-y-auto overscroll-contain p-3">
      <TextField
        label={t('topics.titleField')}
        required
        ref={focusWhenShown}
        maxLength={collaborationLimits.titleCharacters}
        value={form.title}
        onChange={(event) => form.setTitle(event.currentTarget.value)}
      />
      <AttachmentField files={form.files} onChange={form.changeFiles}>
        {props.model.viewer ? <NewAnchor {...props} /> : null}
        <div>
          <p aria-hidden="true" className="mb-1.5 text-13 font-medium">
            {t('topics.description')}
          </p>
          <MentionField
            label={t('topics.description')}
            value={form.description}
            members={members}
            onChange={form.setDescription}
          />
        </div>
      </AttachmentField>
      <TopicFields
        withoutStatus
        values={form.values}
        assignee={null}
        members={members}
        disabled={false}
        onChange={(change) => form.setValues({ ...form.values, ...change })}
      />
      <p className="flex items-start gap-2 text-12 text-pretty text-muted">
        <Camera className="shrink-0" />
        {t('topics.withView')}
      </p>
      {form.error === null ? null : (
        <p role="alert" className="text-13 text-danger">
          {form.error}
        </p>
      )}
    </div>
  )
}

/** Renders the place of the new topic. */
function NewAnchor({ collaboration, fileId, target }: NewTopicFormProps) {
  const session = useViewerSession()
  const { anchorPicker, setNewTopic } = collaboration
  const pickAnchor = (): void =>
    anchorPicker.start((picked) => {
      void newTopicAtTarget(picked, { ...session, fileId }).then((located) =>
        setNewTopic((current) => current && { ...current, ...located }),
      )
    })
  const removeAnchor = (): void => {
    const { elementName: _, ...rest } = target
    setNewTopic({ ...rest, anchor: null })
  }
  return (
    <AnchorField
      hasAnchor={target.anchor !== null}
      isOnSheet={target.anchor ? target.anchor.sheet !== undefined : session.drawing.isShown}
      elementName={target.elementName}
      onSet={pickAnchor}
      onRemove={removeAnchor}
    />
  )
}

type NewTopicOptions = Omit<NewTopicFormProps, 'model' | 'tree'>

function useNewTopic({ collaboration, fileId, target }: NewTopicOptions) {
  const [title, setTitle] = useDraft(newTopicDraftKey(fileId, 'title'))
  const [description, setDescription] = useDraft(newTopicDraftKey(fileId, 'description'))
  const { values = emptyValues, files = [] } = target
  const setValues = (next: TopicFieldValues): void =>
    collaboration.setNewTopic((current) => current && { ...current, values: next })
  const changeFiles = (update: (files: readonly PendingFile[]) => readonly PendingFile[]): void =>
    collaboration.setNewTopic((current) => current && { ...current, files: update(current.files ?? []) })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const sendTopic = useSendTopic({ collaboration, fileId, target })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    sendTopic(title, description).catch((error: unknown) => {
      setError(errorMessage(error))
      setBusy(false)
    })
  }
  return {
    title,
    setTitle,
    description,
    setDescription,
    values,
    setValues,
    files,
    changeFiles,
    busy,
    error,
    submit,
  }
}

/** Returns a function that sends the topic with the displayed view and its files, or queues it while offline. */
function useSendTopic({ collaboration, fileId, target }: NewTopicOptions) {
  const session = useViewerSession()
  const calls = useTopicCalls(fileId)
  const members = useMentionable(fileId).data ?? []
  const { values = emptyValues, files = [] } = target
  return async (title: string, description: string): Promise<void> => {
    const marksSelection = target.elementName !== undefined
    const view = await captureView(session, fileId, { marksSelection, mark: getSheetPoint(target) }).catch(
      withoutWhenOffline,
    )
    const form = {
      title: title.trim(),
      description: description.trim(),
      ...values,
      labels: [...values.labels],
      anchor: target.anchor ?? null,
      mentions: mentionedIn(description, members),
      ...(view ? { viewpoint: { ...view.form, ...toVersion(collaboration) } } : {}),
      key: crypto.randomUUID(),
    }
    const draft = { fileId, topicId: null, form }
    const topic = await sendOrEnqueue(() => calls.create(form), draft, { files, snapshot: view?.snapshot })
    if (view) announceSaved(session)
    for (const part of ['title', 'description'] as const) storeDraft(newTopicDraftKey(fileId, part), '')
    if (topic === null) return collaboration.setNewTopic(null)
    collaboration.openTopic(topic.id)
    if (view && topic.viewpointId !== null) await uploadSnapshot(fileId, topic.viewpointId, view.snapshot)
    await sendFiles({ fileId, topicId: topic.id, commentId: null }, files, draft).catch(notifyOfError)
    if (view || files.length > 0) await calls.reload(topic.id)
  }
}

/** Returns the point of a topic on a sheet. */
function getSheetPoint({ anchor }: NewTopicTarget): readonly [number, number] | null {
  return anchor?.sheet ? [anchor.point[0], anchor.point[1]] : null
}
