import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import type { ShownSheet } from '../../session/sheets/use-sheet-view.js'

/** Renders the search in the texts of the displayed sheet. */
export function TextSearch({ view, search }: Pick<ShownSheet, 'view' | 'search'>) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const hits = query.trim() === '' ? null : search(query)
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain p-3">
      <input
        type="search"
        ref={focusWhenShown}
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
        <ul aria-label={t('sheets.search')} className="pt-1">
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
