import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useCallback } from 'react'
import { fetchStream } from '../../../platform/api/api.js'
import { classNames } from '../../../platform/design/class-names.js'
import { snapshotAddress } from '../../../platform/collaboration/snapshots.js'

interface SnapshotImageProps {
  readonly fileId: string
  readonly viewpointId: string
  /** Version of the snapshot; null shows a placeholder. */
  readonly snapshot: string | null
  readonly className?: string
}

/** Renders the snapshot of a viewpoint. Decorative: adjacent text describes it. */
export function SnapshotImage({ fileId, viewpointId, snapshot, className }: SnapshotImageProps) {
  const { data: imageBlob } = useQuery({
    queryKey: ['snapshot', viewpointId, snapshot],
    queryFn: async ({ signal }) => {
      const address = `${snapshotAddress(fileId, viewpointId)}?size=small&v=${encodeURIComponent(snapshot ?? '')}`
      return (await fetchStream(address, { signal })).blob()
    },
    enabled: snapshot !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !imageBlob) return undefined
      const url = URL.createObjectURL(imageBlob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [imageBlob],
  )
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-picture',
        className,
      )}
    >
      {imageBlob ? (
        <img ref={show} alt="" className="size-full animate-appear object-contain" draggable={false} />
      ) : (
        <Camera strokeWidth={1.25} className="text-muted" />
      )}
    </span>
  )
}
