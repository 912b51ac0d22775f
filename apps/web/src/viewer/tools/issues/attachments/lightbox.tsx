import type { TopicAttachment } from '@kamar/contracts'
import { ChevronLeft, ChevronRight, Download, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../platform/design/button.js'
import { ContentDialog } from '../../../../platform/design/dialog.js'
import { ShownTime } from '../../../../platform/format/shown-time.js'
import { AttachmentImage } from './attachment-image.js'
import { downloadAttachment } from './download-attachment.js'

interface LightboxProps {
  readonly fileId: string
  readonly photos: readonly TopicAttachment[]
  /** Photo to open. */
  readonly firstId: string
  readonly onDelete: (photo: TopicAttachment) => void
  readonly onClose: () => void
}

/** Renders one photo of a topic at a time, with buttons and keys to the previous and the next one. */
export function Lightbox({ fileId, photos, firstId, onDelete, onClose }: LightboxProps) {
  const [id, setId] = useState(firstId)
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
        <PhotoActions fileId={fileId} photo={photo} onDelete={remove} />
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
  readonly onDelete: () => void
}

function PhotoActions({ fileId, photo, onDelete }: PhotoActionsProps) {
  const { t } = useTranslation()
  const { author, createdAt, mayDelete, name } = photo
  return (
    <>
      <p className="min-w-0 grow truncate px-2 text-12 text-muted">
        {author.name} · <ShownTime value={createdAt} as="moment" />
      </p>
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
