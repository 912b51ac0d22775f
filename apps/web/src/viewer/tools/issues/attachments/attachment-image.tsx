import type { TopicAttachment } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { fetchStream } from '../../../../platform/api/api.js'
import { attachmentAddress } from '../../../../platform/collaboration/attachments.js'
import { classNames } from '../../../../platform/design/class-names.js'
import { useBlobImage } from './use-blob-image.js'

interface AttachmentImageProps {
  readonly fileId: string
  readonly attachmentId: string
  readonly size: 'large' | 'small'
  /** Empty when an adjacent text names the photo. */
  readonly alt: string
  readonly className?: string
}

/** Returns whether an attachment is a photo with a preview. */
export const isPhoto = ({ width }: TopicAttachment): boolean => width !== null

/** Loads the preview of a photo. */
export function usePhotoContent(
  fileId: string,
  { attachmentId, size }: Pick<AttachmentImageProps, 'attachmentId' | 'size'>,
) {
  return useQuery({
    queryKey: ['attachment', attachmentId, size],
    queryFn: async ({ signal }) =>
      (await fetchStream(attachmentAddress(fileId, attachmentId, size), { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Renders the preview of a photo. */
export function AttachmentImage({ fileId, attachmentId, size, alt, className }: AttachmentImageProps) {
  const { data: content } = usePhotoContent(fileId, { attachmentId, size })
  const show = useBlobImage(content)
  if (content) return <img ref={show} alt={alt} className={classNames('animate-appear', className)} draggable={false} />
  return (
    <span className={classNames('flex items-center justify-center bg-picture', className)}>
      <Image strokeWidth={1.25} className="text-muted" />
    </span>
  )
}
