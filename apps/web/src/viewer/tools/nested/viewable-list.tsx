import { Box, Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { SheetThumbnail } from '../../kit/sheet-thumbnail.js'
import type { Viewable } from './viewables.js'

interface ViewableListProps {
  /** URN of the document, for the thumbnails of its sheets. */
  readonly urn: string
  readonly viewables: readonly Viewable[]
  readonly selected: Viewable | null
  readonly asRow: boolean
  readonly onChoose: (viewable: Viewable) => void
}

/** Renders the viewables as a column, on a phone as a row. */
export function ViewableList({ urn, viewables, selected, asRow, onChoose }: ViewableListProps) {
  const { t } = useTranslation()
  if (viewables.length === 0) return <p className="p-3 text-13 text-muted">{t('nestedViewer.none')}</p>
  return (
    <ul
      aria-label={t('nestedViewer.list')}
      className={asRow ? 'flex gap-1 overflow-x-auto p-1' : 'flex flex-col gap-0.5 p-1'}
    >
      {viewables.map((viewable) => {
        const name = viewable.name ?? t('nestedViewer.whole')
        return (
          <li key={viewable.id} className={asRow ? 'max-w-48 shrink-0' : undefined}>
            <button
              type="button"
              title={name}
              aria-current={viewable.id === selected?.id ? 'true' : undefined}
              onClick={() => onChoose(viewable)}
              className={classNames(
                'flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-start text-13',
                'hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:font-medium',
              )}
            >
              <ViewableThumbnail urn={urn} viewable={viewable} />
              <span className="truncate">{name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Renders a sheet's thumbnail, or an icon for a model. */
function ViewableThumbnail({ urn, viewable }: { urn: string; viewable: Viewable }) {
  if (viewable.kind === '2d')
    return (
      <span className="flex h-9 w-12 shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-white">
        <SheetThumbnail urn={urn} path={viewable.thumbnail ?? null} />
      </span>
    )
  const Icon = viewable.elements ? Layers : Box
  return <Icon className="shrink-0" />
}
