import { searchLimits, type SearchPage as Page } from '@kamar/contracts'
import { ListFilter, Search, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { BottomSheet } from '../../platform/design/dialog.js'
import { classNames } from '../../platform/design/class-names.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { DelayedSearchInput } from '../../platform/design/fields/delayed-search-input.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'
import { useMedia } from '../../platform/use-media.js'
import { useOnline } from '../../platform/use-online.js'
import { SearchFacets, type SearchFacetsProps } from './search-facets.js'
import { SearchHits } from './search-hits.js'
import { type SearchView, useSearchResults, useSearchView } from './use-search.js'

/** Searches names, sheets and properties of all files that the account sees. */
export function SearchPage() {
  const { t } = useTranslation()
  const [view, setView] = useSearchView()
  const results = useSearchResults(view)
  const first = results.data?.pages[0]
  const hasColumn = !useMedia('(max-width: 1023px)')
  const facets = first?.facets && view.text.trim() !== '' ? { facets: first.facets, view, onChange: setView } : null
  return (
    <SettingsShell wide hasSearch={false} title={t('searchPage.title')}>
      <div className="flex gap-2">
        <div role="search" className="min-w-0 grow">
          <DelayedSearchInput
            label={t('searchPage.field')}
            text={view.text}
            hasFocus={view.text === ''}
            maxLength={searchLimits.queryCharacters}
            onText={(text) => setView((current) => ({ ...current, text }))}
          />
        </div>
        {hasColumn || !facets ? null : <FacetsButton {...facets} />}
      </div>
      <p role="status" className="mt-3 min-h-5 text-13 text-muted tabular-nums">
        {typeof first?.total === 'number' && view.text.trim() !== ''
          ? t('searchPage.total', { count: first.total })
          : ''}
      </p>
      <div className={classNames('mt-3 grid gap-6', facets && 'lg:grid-cols-[15rem_minmax(0,1fr)]')}>
        {hasColumn && facets ? (
          <aside aria-label={t('searchPage.filters')}>
            <SearchFacets {...facets} />
          </aside>
        ) : null}
        <section aria-label={t('searchPage.results')} className="min-w-0">
          <SearchBody {...{ view, results }} />
        </section>
      </div>
    </SettingsShell>
  )
}

interface SearchBodyProps {
  readonly view: SearchView
  readonly results: ReturnType<typeof useSearchResults>
}

function SearchBody({ view, results }: SearchBodyProps) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const text = view.text.trim()
  if (text === '')
    return (
      <EmptyState icon={<Search size={20} />} title={t('searchPage.start')}>
        {t('searchPage.startHint')}
      </EmptyState>
    )
  if (!results.data) {
    if (!isOnline) return <EmptyState icon={<WifiOff size={20} />} title={t('searchPage.offline')} />
    if (results.isError) return <LoadFailed error={results.error} onRetry={() => void results.refetch()} />
    return <CardsSkeleton heightsPixels={[96, 96, 96]} />
  }
  const hits = results.data.pages.flatMap((page: Page) => page.hits)
  if (hits.length === 0)
    return (
      <EmptyState icon={<Search size={20} />} title={t('searchPage.empty', { words: text })}>
        {t('searchPage.emptyHint')}
      </EmptyState>
    )
  return (
    <>
      <SearchHits hits={hits} />
      {results.hasNextPage ? (
        <div className="p-4 text-center">
          <Button busy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
            {t('searchPage.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Renders a button that opens the filters over a narrow page. */
function FacetsButton(props: SearchFacetsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { days, facets } = props.view
  const count = Object.keys(facets).length + (days === null ? 0 : 1)
  return (
    <>
      <Button icon={<ListFilter />} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{t('searchPage.filters')}</span>
        {count === 0 ? null : <span className="text-muted tabular-nums">{formats.number(count)}</span>}
      </Button>
      <BottomSheet open={isOpen} title={t('searchPage.filters')} onClose={() => setOpen(false)}>
        <SearchFacets {...props} />
      </BottomSheet>
    </>
  )
}
