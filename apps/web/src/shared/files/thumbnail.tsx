import type { FileRecord } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fetchStream } from '../api/api.js'
import { classNames } from '../design/class-names.js'
import { derivativeUrl } from './derivative-url.js'

interface ThumbnailProps {
  readonly file: Pick<FileRecord, 'urn' | 'jobId' | 'hasThumbnail'>
  readonly className?: string
  readonly iconSize?: number
}

/** The picture of a model, or the place for it. Decorative: the name stands beside it. */
export function Thumbnail({ file, className, iconSize = 16 }: ThumbnailProps) {
  const url = useThumbnailUrl(file)
  return (
    <span className={classNames('flex shrink-0 items-center justify-center overflow-hidden bg-sunken', className)}>
      {url ? (
        <img src={url} alt="" className="size-full animate-appear object-contain p-[4%]" draggable={false} />
      ) : (
        <Box size={iconSize} strokeWidth={1.25} aria-hidden="true" className="text-muted" />
      )}
    </span>
  )
}

/** An image element cannot send a token, so the picture is fetched and shown from memory. */
function useThumbnailUrl({ urn, jobId, hasThumbnail }: ThumbnailProps['file']): string | null {
  const { data } = useQuery({
    queryKey: ['thumbnail', urn, jobId],
    queryFn: async ({ signal }) => (await fetchStream(derivativeUrl(urn, 'thumbnail.png'), { signal })).blob(),
    enabled: hasThumbnail && urn !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return undefined
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [data])
  return url
}
