import type { ManifestSheet } from '@kamar/view-package/read'
import { FileImage } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { use, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { PackageSourceContext } from '../package-source-context.js'

interface SheetListProps {
  readonly urn: string
  readonly sheets: readonly ManifestSheet[]
  readonly shown: number
  readonly onChoose: (sheet: number) => void
}

/** The sheets of a file with their pictures. */
export function SheetList({ urn, sheets, shown, onChoose }: SheetListProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('sheets.title')} className="grid grid-cols-2 gap-2 p-3">
      {sheets.map((sheet, number) => (
        <li key={sheet.path} className="min-w-0">
          <button
            type="button"
            title={sheet.name}
            aria-current={number === shown ? 'true' : undefined}
            onClick={() => onChoose(number)}
            className="flex w-full flex-col rounded-control border border-line p-1 text-start hover:border-accent aria-[current]:border-accent aria-[current]:bg-accent-soft"
          >
            <span className="flex aspect-[4/3] w-full items-center justify-center overflow-hidden rounded-control bg-white">
              <SheetPicture urn={urn} path={sheet.thumbnail} />
            </span>
            <span className="mt-1 truncate text-13">{sheet.name}</span>
            <span className="truncate text-12 text-muted">{t(`sheets.${sheet.kind}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** An image element cannot send a token, so the picture is fetched and shown from memory. */
function SheetPicture({ urn, path }: { urn: string; path: string | null }) {
  const sourceOf = use(PackageSourceContext)
  const { data: picture } = useQuery({
    queryKey: ['sheet', urn, path],
    queryFn: ({ signal }) => sourceOf(urn).fetchFile(path ?? '', signal),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !picture) return undefined
      const url = URL.createObjectURL(new Blob([new Uint8Array(picture)], { type: 'image/png' }))
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [picture],
  )
  if (!picture) return <FileImage size={20} strokeWidth={1.5} aria-hidden="true" className="text-muted" />
  return <img ref={show} alt="" className="max-h-full max-w-full object-contain" />
}
