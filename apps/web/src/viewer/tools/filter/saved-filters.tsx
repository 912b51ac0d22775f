import type { SavedFilter } from '@kamar/contracts'
import type { Viewer } from '@kamar/viewer'
import { PaintBucket, Trash2, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { PanelSection } from '../../kit/panel/panel-section.js'
import { type EditedFilter, findMatches, useMatchCounts } from './use-filter.js'
import { useSavedFilterCalls, useSavedFilters } from './use-saved-filters.js'

interface SavedFiltersProps {
  readonly viewer: Viewer
  readonly fileId: string
  readonly onOpen: (filter: EditedFilter) => void
}

const noFilters: readonly SavedFilter[] = []

/** Lists the saved filters with their colours and numbers of matches; each also colours its matches. */
export function SavedFilters({ viewer, fileId, onOpen }: SavedFiltersProps) {
  const { t } = useTranslation()
  const { data: filters = noFilters } = useSavedFilters(fileId)
  const counted = useMemo(() => filters.map(({ id, rule }) => ({ id, rule })), [filters])
  const counts = useMatchCounts(viewer, counted)
  if (filters.length === 0) return null
  return (
    <PanelSection title={t('filter.saved.title')}>
      <ul aria-label={t('filter.saved.title')}>
        {filters.map((filter) => (
          <SavedRow key={filter.id} {...{ viewer, fileId, filter }} count={counts.get(filter.id)} onOpen={onOpen} />
        ))}
      </ul>
    </PanelSection>
  )
}

interface SavedRowProps extends SavedFiltersProps {
  readonly filter: SavedFilter
  readonly count: number | undefined
}

function SavedRow({ viewer, fileId, filter, count, onOpen }: SavedRowProps) {
  const { t } = useTranslation()
  const calls = useSavedFilterCalls(fileId)
  const { name, rgb, rule } = filter
  const notifyError = (error: unknown): void => void notify(errorMessage(error), { tone: 'problem' })
  const remove = async (): Promise<void> => {
    await calls.remove(filter.id)
    const restore = (): void => void calls.save({ name, rule, rgb, isShared: filter.isShared }).catch(notifyError)
    notify(t('filter.saved.deleted', { name }), { action: { label: t('filter.saved.undo'), run: restore } })
  }
  const paint = async (): Promise<void> => {
    const matches = await findMatches(viewer, rule)
    if (matches && matches.length > 0) viewer.undoable(() => viewer.colors.set(matches, { rgb }))
  }
  return (
    <li className="flex items-center gap-0.5 pe-1.5 hover:bg-page">
      <button
        type="button"
        onClick={() => onOpen({ rule, rgb, name, saved: filter })}
        className="flex min-h-9 min-w-0 grow items-center gap-2 py-1 ps-3 text-start text-13 outline-offset-[-2px] pointer-coarse:min-h-11"
      >
        <span
          aria-hidden="true"
          style={{ backgroundColor: `rgb(${rgb.join(' ')})` }}
          className="size-3 shrink-0 rounded-full border border-line"
        />
        <span className="min-w-0 grow wrap-anywhere">{name}</span>
        {filter.isShared ? (
          <Users size={14} aria-label={t('filter.saved.shared')} className="shrink-0 text-muted" />
        ) : null}
        <span className="shrink-0 text-12 text-muted tabular-nums">{count}</span>
      </button>
      <IconButton size="small" label={t('filter.saved.paint', { name })} disabled={!count} onClick={() => void paint()}>
        <PaintBucket />
      </IconButton>
      {filter.canChange ? (
        <IconButton
          size="small"
          label={t('filter.saved.delete', { name })}
          onClick={() => void remove().catch(notifyError)}
        >
          <Trash2 />
        </IconButton>
      ) : null}
    </li>
  )
}
