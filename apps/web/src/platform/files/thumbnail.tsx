import type { FileRecord } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { fetchStream } from '../api/api.js'
import { classNames } from '../design/class-names.js'
import { derivativeUrl } from './derivative-url.js'
import { FileKindIcon } from './file-kind-icon.js'

interface ThumbnailProps {
  /** Without a name the kind of file is unknown. */
  readonly file: Pick<FileRecord, 'urn' | 'jobId' | 'hasThumbnail'> & Partial<Pick<FileRecord, 'description'>>
  readonly className?: string
  readonly iconSize?: number
}

/** Renders the thumbnail of a model, or the icon of its kind of file. Decorative: the name is next to it. */
export function Thumbnail({ file, className, iconSize = 16 }: ThumbnailProps) {
  const thumbnail = useThumbnail(file)
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !thumbnail) return undefined
      const url = URL.createObjectURL(thumbnail)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [thumbnail],
  )
  return (
    <span className={classNames('flex shrink-0 items-center justify-center overflow-hidden bg-picture', className)}>
      {thumbnail ? (
        <img ref={show} alt="" className="size-full animate-appear object-contain p-[4%]" draggable={false} />
      ) : (
        <FileKindIcon name={file.description ?? ''} size={iconSize} />
      )}
    </span>
  )
}

/** Loads the image and shows it from memory, because an image element cannot send a token. */
function useThumbnail({ urn, jobId, hasThumbnail }: ThumbnailProps['file']): Blob | null {
  const isSettled = useIsSettled()
  const { data } = useQuery({
    queryKey: ['thumbnail', urn, jobId],
    queryFn: async ({ signal }) => (await fetchStream(derivativeUrl(urn, 'thumbnail.png'), { signal })).blob(),
    enabled: isSettled && hasThumbnail && urn !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}

/** Delay, so that rows that scroll past quickly request no thumbnails. */
const settlingMilliseconds = 120

function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settlingMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
