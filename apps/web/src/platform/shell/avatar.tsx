import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fetchStream } from '../api/api.js'
import { classNames } from '../design/class-names.js'

interface AvatarProps {
  readonly name: string
  /** Version of the photo; null shows the initials. */
  readonly version: string | null
  readonly className?: string
}

/** Returns the first letters of the first two words of a name. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/u)
  return parts
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** Renders a user's photo in a circle. Decorative: the name is next to it. */
export function Avatar({ name, version, className }: AvatarProps) {
  const { data: photo } = useQuery({
    queryKey: ['avatar', version],
    // An image element cannot send a token, so the photo is fetched and shown from memory.
    queryFn: async ({ signal }) => (await fetchStream('/api/auth/avatar', { signal })).blob(),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !photo) return undefined
      const url = URL.createObjectURL(photo)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [photo],
  )
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-full border border-line bg-sunken font-semibold text-text',
        className,
      )}
    >
      {version !== null && photo ? <img ref={show} alt="" className="size-full object-cover" /> : initials(name)}
    </span>
  )
}
