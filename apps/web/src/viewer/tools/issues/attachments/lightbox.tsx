import type { TopicAttachment } from '@kamar/contracts'
import { ChevronLeft, ChevronRight, Download, PencilLine, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../platform/design/button.js'
import { ContentDialog } from '../../../../platform/design/dialog.js'
import { ShownTime } from '../../../../platform/format/shown-time.js'
import { AttachmentImage, usePhotoContent } from './attachment-image.js'
import { downloadAttachment } from './download-attachment.js'
import type { AddMarkedPhoto } from './use-add-marked-photo.js'

const PhotoMarkup = lazy(async () => ({ default: (await import('./photo-markup.js')).PhotoMarkup }))

interface LightboxProps {
  readonly fileId: string
  readonly photos: readonly TopicAttachment[]
  /** Photo to open. */
  readonly firstId: string
  readonly onDelete: (photo: TopicAttachment) => void
  /** Null for users who may add nothing. */
  readonly addMarked: AddMarkedPhoto | null
  readonly onClose: () => void
}

/** Renders one photo of a topic at a time, with buttons and keys to the previous and the next one. */
export function Lightbox({ fileId, photos, firstId, onDelete, addMarked, onClose }: LightboxProps) {
  const [id, setId] = useState(firstId)
  const [isMarking, setMarking] = useState(false)
  const index = Math.max(
    0,
    photos.findIndex((photo) => photo.id === id),
  )
  const photo = photos[index]
  const step = (by: number): void => setId(photos[(index + by + photos.length) % photos.length]?.id ?? id)
  useArrowKeys(step)
  if (!photo) return null
  const remove = (): void => {
    onDelete(photo)
    if (photos.length === 1) onClose()
    else step(1)
  }
  if (isMarking && addMarked) {
    const add: AddMarkedPhoto = async (original, content) => {
      const added = await addMarked(original, content)
      // A queued photo is in the discussion, behind this dialog.
      if (added === null) onClose()
      else setId(added.id)
      return added
    }
    return <AttachedMarkup fileId={fileId} photo={photo} add={add} onClose={() => setMarking(false)} />
  }
  return (
    <ContentDialog title={photo.name} onClose={onClose}>
      <AttachmentImage
        key={photo.id}
        fileId={fileId}
        attachmentId={photo.id}
        size="large"
        alt={photo.name}
        className="h-[72dvh] w-full rounded-control bg-picture object-contain"
      />
      <div className="mt-2 flex flex-wrap items-center gap-1">
        {photos.length === 1 ? null : <Steps number={index + 1} count={photos.length} onStep={step} />}
        <PhotoActions
          fileId={fileId}
          photo={photo}
          onMarkUp={addMarked ? () => setMarking(true) : null}
          onDelete={remove}
        />
      </div>
    </ContentDialog>
  )
}

/** Steps with the arrow keys, whatever in the dialog has the focus. */
function useArrowKeys(step: (by: number) => void): void {
  const newest = useRef(step)
  useEffect(() => {
    newest.current = step
  })
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowLeft') newest.current(-1)
      if (key === 'ArrowRight') newest.current(1)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

interface StepsProps {
  readonly number: number
  readonly count: number
  readonly onStep: (by: number) => void
}

function Steps({ number, count, onStep }: StepsProps) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton label={t('topics.files.previous')} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <span role="status" className="text-13 text-muted tabular-nums">
        {t('topics.files.position', { number, count })}
      </span>
      <IconButton label={t('topics.files.next')} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </>
  )
}

interface PhotoActionsProps {
  readonly fileId: string
  readonly photo: TopicAttachment
  readonly onMarkUp: (() => void) | null
  readonly onDelete: () => void
}

function PhotoActions({ fileId, photo, onMarkUp, onDelete }: PhotoActionsProps) {
  const { t } = useTranslation()
  const { author, createdAt, mayDelete, name } = photo
  return (
    <>
      <p className="min-w-0 grow truncate px-2 text-12 text-muted">
        {author.name} · <ShownTime value={createdAt} as="moment" />
      </p>
      {onMarkUp ? (
        <IconButton label={t('topics.files.markUp', { name })} onClick={onMarkUp}>
          <PencilLine />
        </IconButton>
      ) : null}
      <IconButton label={t('topics.files.download', { name })} onClick={() => downloadAttachment(fileId, photo)}>
        <Download />
      </IconButton>
      {mayDelete ? (
        <IconButton label={t('topics.files.delete', { name })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      ) : null}
    </>
  )
}

interface AttachedMarkupProps {
  readonly fileId: string
  readonly photo: TopicAttachment
  readonly add: AddMarkedPhoto
  readonly onClose: () => void
}

/** Draws on an attached photo, which stays: the drawing becomes another photo. */
function AttachedMarkup({ fileId, photo, add, onClose }: AttachedMarkupProps) {
  const { data: content } = usePhotoContent(fileId, { attachmentId: photo.id, size: 'large' })
  if (!content) return null
  return (
    <Suspense fallback={null}>
      <PhotoMarkup
        name={photo.name}
        content={content}
        shapes={[]}
        onSave={async (marked) => {
          if (marked) await add(photo, marked.content)
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}
