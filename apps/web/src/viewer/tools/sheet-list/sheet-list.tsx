import type { ManifestSheet } from '@kamar/package-format/read'
import { useTranslation } from 'react-i18next'
import { SheetThumbnail } from '../../kit/sheet-thumbnail.js'

interface SheetListProps {
  readonly urn: string
  readonly sheets: readonly ManifestSheet[]
  readonly sheetNumber: number
  /** Whether they are one row, so that the drawing of a phone stays in view. */
  readonly isStrip: boolean
  readonly onChoose: (sheet: number) => void
}

/** Renders the sheets of a file with their thumbnails. */
export function SheetList({ urn, sheets, sheetNumber, isStrip, onChoose }: SheetListProps) {
  const { t } = useTranslation()
  return (
    <ul
      aria-label={t('sheets.title')}
      className={
        isStrip
          ? 'flex shrink-0 gap-2 overflow-x-auto overscroll-contain p-3'
          : 'grid min-h-0 grow grid-cols-2 content-start gap-2 overflow-y-auto overscroll-contain p-3'
      }
    >
      {sheets.map((sheet, number) => (
        <li key={sheet.path} className={isStrip ? 'w-32 shrink-0' : 'min-w-0'}>
          <button
            type="button"
            title={sheet.name}
            ref={isStrip && number === sheetNumber ? scrollToCenter : undefined}
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

/** The current sheet of a long strip would be outside of it. */
const scrollToCenter = (button: HTMLElement | null): void =>
  button?.scrollIntoView({ block: 'nearest', inline: 'center' })
