import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useCallback } from 'react'
import { fetchStream } from '../../../shared/api/api.js'
import { classNames } from '../../../shared/design/class-names.js'
import { snapshotAddress } from './capture.js'

interface SnapshotPictureProps {
  readonly fileId: string
  readonly viewpointId: string
  /** Version of the picture; null shows the place for it. */
  readonly snapshot: string | null
  readonly className?: string
}

/** The picture of a viewpoint. Decorative: what it shows is said beside it. */
export function SnapshotPicture({ fileId, viewpointId, snapshot, className }: SnapshotPictureProps) {
  const { data: picture } = useQuery({
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
      if (!image || !picture) return undefined
      const url = URL.createObjectURL(picture)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [picture],
  )
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-picture',
        className,
      )}
    >
      {picture ? (
        <img ref={show} alt="" className="size-full animate-appear object-contain" draggable={false} />
      ) : (
        <Camera size={16} strokeWidth={1.25} aria-hidden="true" className="text-muted" />
      )}
    </span>
  )
}
