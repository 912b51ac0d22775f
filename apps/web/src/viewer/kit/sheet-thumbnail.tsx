import { useQuery } from '@tanstack/react-query'
import { FileImage } from 'lucide-react'
import { use, useCallback } from 'react'
import { PackageSourceContext } from '../session/packages/package-source-context.js'

/**
 * Renders the thumbnail of a sheet. An image element cannot send a token, so the image is fetched and shown from
 * memory.
 */
export function SheetThumbnail({ urn, path }: { urn: string; path: string | null }) {
  const createSource = use(PackageSourceContext)
  const { data: thumbnail } = useQuery({
    queryKey: ['sheet', urn, path],
    queryFn: ({ signal }) => createSource(urn).fetchFile(path ?? '', signal),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !thumbnail) return undefined
      const url = URL.createObjectURL(new Blob([new Uint8Array(thumbnail)], { type: 'image/png' }))
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [thumbnail],
  )
  if (!thumbnail) return <FileImage size={20} className="text-muted" />
  return <img ref={show} alt="" className="max-h-full max-w-full object-contain" />
}
