import type { ManifestSheet } from '@kamar/package-format/read'
import { useTranslation } from 'react-i18next'
import { SheetThumbnail } from '../../kit/sheet-thumbnail.js'

interface SheetListProps {
  readonly urn: string
  readonly sheets: readonly ManifestSheet[]
  readonly sheetNumber: number
  readonly onChoose: (sheet: number) => void
}

/** Renders the sheets of a file with their thumbnails. */
export function SheetList({ urn, sheets, sheetNumber, onChoose }: SheetListProps) {
  const { t } = useTranslation()
  return (
    // A long list shows two and a half rows, so that search results and layers stay in view.
    <ul
      aria-label={t('sheets.title')}
      className="grid max-h-[22rem] grid-cols-2 gap-2 overflow-y-auto overscroll-contain p-3"
    >
      {sheets.map((sheet, number) => (
        <li key={sheet.path} className="min-w-0">
          <button
            type="button"
            title={sheet.name}
            aria-current={number === sheetNumber ? 'true' : undefined}
            onClick={() => onChoose(number)}
            className="flex w-full flex-col rounded-control border border-line p-1 text-start hover:border-accent aria-[current]:border-accent aria-[current]:bg-accent-soft"
          >
            <span className="flex aspect-[4/3] w-full items-center justify-center overflow-hidden rounded-control bg-white">
              <SheetThumbnail urn={urn} path={sheet.thumbnail} />
            </span>
            <span className="mt-1 truncate text-13">{sheet.name}</span>
            <span className="truncate text-12 text-muted">{t(`sheets.${sheet.kind}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
