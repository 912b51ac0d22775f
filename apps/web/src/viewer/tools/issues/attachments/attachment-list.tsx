import type { TopicAttachment } from '@kamar/contracts'
import { Download, FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../platform/design/button.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import { AttachmentImage, isPhoto } from './attachment-image.js'
import { downloadAttachment } from './download-attachment.js'
import { Lightbox } from './lightbox.js'
import type { AddMarkedPhoto } from './use-add-marked-photo.js'

interface AttachmentListProps {
  readonly fileId: string
  /** All attachments of the topic: the viewer of photos shows them one after the other. */
  readonly files: readonly TopicAttachment[]
  /** Comment whose attachments are listed; null for those of the topic itself. */
  readonly commentId: string | null
  readonly onDelete: (attachment: TopicAttachment) => void
  /** Null for users who may add nothing. */
  readonly addMarked: AddMarkedPhoto | null
}

/** Renders photos as thumbnails, and files with their names and sizes. */
export function AttachmentList({ fileId, files, commentId, onDelete, addMarked }: AttachmentListProps) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string | null>(null)
  const own = files.filter((file) => file.commentId === commentId)
  if (own.length === 0) return null
  const photos = own.filter(isPhoto)
  const others = own.filter((file) => !isPhoto(file))
  return (
    <div className="space-y-2">
      {photos.length === 0 ? null : (
        <ul aria-label={t('topics.files.photos')} className="flex flex-wrap gap-2">
          {photos.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t('topics.files.open', { name })}
                onClick={() => setOpenId(id)}
                className="block overflow-hidden rounded-control border border-line"
              >
                <AttachmentImage
                  fileId={fileId}
                  attachmentId={id}
                  size="small"
                  alt=""
                  className={photos.length === 1 ? 'h-40 w-52 object-cover' : 'size-22 object-cover'}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length === 0 ? null : (
        <ul aria-label={t('topics.files.files')} className="space-y-1">
          {others.map((file) => (
            <FileRow key={file.id} fileId={fileId} file={file} onDelete={() => onDelete(file)} />
          ))}
        </ul>
      )}
      {openId === null ? null : (
        <Lightbox
          fileId={fileId}
          photos={files.filter(isPhoto)}
          firstId={openId}
          onDelete={onDelete}
          addMarked={addMarked}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  )
}

interface FileRowProps {
  readonly fileId: string
  readonly file: TopicAttachment
  readonly onDelete: () => void
}

function FileRow({ fileId, file, onDelete }: FileRowProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <li className="flex items-center gap-2 rounded-control border border-line ps-2.5 text-13">
      <FileText size={16} className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{file.name}</span>
      <span className="shrink-0 text-12 text-muted tabular-nums">{formats.size(file.sizeBytes)}</span>
      <IconButton
        size="small"
        label={t('topics.files.download', { name: file.name })}
        onClick={() => downloadAttachment(fileId, file)}
      >
        <Download size={16} />
      </IconButton>
      {file.mayDelete ? (
        <IconButton size="small" label={t('topics.files.delete', { name: file.name })} onClick={onDelete}>
          <Trash2 size={16} />
        </IconButton>
      ) : null}
    </li>
  )
}
