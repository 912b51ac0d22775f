import type { SheetLayerState, SheetView } from '@kamar/viewer'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { SheetList } from './sheet-list.js'
import type { Drawing } from '../../session/sheets/use-drawing.js'
import type { ShownSheet } from '../../session/sheets/use-sheet-view.js'

interface SheetPanelProps {
  readonly drawing: Drawing
  readonly urn: string
  readonly sheet: Omit<ShownSheet, 'stage'>
  readonly sheetNumber: number
  readonly onChoose: (sheet: number) => void
}

/** Renders sheets, text search and layers. */
export function SheetPanel({ drawing, urn, sheet, sheetNumber, onChoose }: SheetPanelProps) {
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <SheetList urn={urn} sheets={drawing.sheets} sheetNumber={sheetNumber} onChoose={onChoose} />
      <TextSearch key={sheetNumber} {...sheet} />
      <LayerList layers={sheet.layers} view={sheet.view} />
    </div>
  )
}

function TextSearch({ view, search }: Pick<ShownSheet, 'view' | 'search'>) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const hits = query.trim() === '' ? null : search(query)
  return (
    <div className="border-t border-line p-3">
      <input
        type="search"
        value={query}
        aria-label={t('sheets.search')}
        placeholder={t('sheets.search')}
        onChange={(event) => setQuery(event.currentTarget.value)}
        className={inputClass}
      />
      <p role="status" className={hits?.length === 0 ? 'pt-2 text-13 text-muted' : 'sr-only'}>
        {hits === null
          ? ''
          : hits.length === 0
            ? t('sheets.searchNone')
            : t('sheets.searchCount', { count: hits.length })}
      </p>
      {hits && hits.length > 0 ? (
        <ul
          aria-label={t('sheets.search')}
          // Results without a target are not focusable: a scroll area of their own would be unreachable by keyboard.
          className={view === null ? 'pt-1' : 'max-h-64 overflow-y-auto pt-1'}
        >
          {hits.map((hit) => (
            <li key={hit.id}>
              <button
                type="button"
                disabled={view === null}
                onClick={() => view?.showText(hit)}
                className="flex min-h-9 w-full flex-col justify-center rounded-control px-2 text-start pointer-coarse:min-h-11 hover:bg-sunken disabled:hover:bg-transparent"
              >
                <span className="w-full truncate text-13">{hit.text}</span>
                <span className="w-full truncate text-12 text-muted">{hit.layer}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function LayerList({ layers, view }: { layers: readonly SheetLayerState[]; view: SheetView | null }) {
  const { t } = useTranslation()
  const heading = useId()
  return (
    <div className="border-t border-line py-2">
      <h3 id={heading} className="px-4 py-1 text-13 font-semibold">
        {t('sheets.layers')}
      </h3>
      <ul aria-labelledby={heading}>
        {layers.map(({ name, color, isShown }) => (
          <li key={name}>
            <label className="flex min-h-9 cursor-pointer items-center gap-2 px-4 text-13 pointer-coarse:min-h-11 hover:bg-page">
              <input
                type="checkbox"
                checked={isShown}
                onChange={(event) => view?.setLayerShown(name, event.currentTarget.checked)}
                className="size-4 accent-accent"
              />
              <LayerColor color={color} />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders a swatch of the layer's colour; the default ink takes the page's text colour. */
function LayerColor({ color }: { color: SheetLayerState['color'] }) {
  const fill = typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : 'currentColor'
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true" className="shrink-0">
      <rect x={0.5} y={0.5} width={11} height={11} rx={2} fill={fill} stroke="currentColor" strokeOpacity={0.3} />
    </svg>
  )
}
