import type { ElementChange } from '@kamar/comparison'
import type { TFunction } from 'i18next'
import { FileChartColumn, GitCompareArrows, X } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button, buttonClass, IconButton } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { useViewerSession } from '../../session/session.js'
import { listMatches } from './changes/change-filter.js'
import { ChangeFilters } from './changes/change-filters.js'
import { ChangeList } from './changes/change-list.js'
import { ChangeStepper } from './changes/change-stepper.js'
import type { PackageComparison } from './compare-packages.js'
import type { ComparisonState, ComparisonView } from './comparison-view.js'
import { KindLegend } from './kind-legend.js'
import { VersionSwitch } from './version-switch.js'
import type { Comparison } from './use-comparison.js'

interface ComparePanelProps {
  readonly comparison: Comparison
  /** URN of the open model. */
  readonly urn: string | null
  readonly selected: readonly number[]
  /** Begins an issue at the element of a change; null for those who may not write. */
  readonly onIssue: ((change: ElementChange) => void) | null
}

/** Renders the choice of another version, and the changes: counts, a list, and navigation to each change. */
export function ComparePanel({ comparison, urn, selected, onIssue }: ComparePanelProps) {
  const { view, state, olderUrn } = comparison
  return (
    <>
      <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">
        <VersionChoice comparison={comparison} urn={urn} />
        {view && state ? (
          <Result view={view} state={state} selected={selected} onIssue={onIssue} />
        ) : olderUrn === null ? null : (
          <Waiting />
        )}
      </div>
      {olderUrn === null || urn === null ? null : <Ways older={olderUrn} newer={urn} onEnd={comparison.end} />}
    </>
  )
}

/** Renders the choice of the version to compare with. */
export function VersionChoice({ comparison, urn }: Pick<ComparePanelProps, 'comparison' | 'urn'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { olderFileName, versions, versionsFailed, olderUrn } = comparison
  if (urn !== null && versions?.versions.length === 1 && olderUrn === null) return <OnlyOne />
  const hint = getHint({ ...comparison, urn }, t)
  if (hint !== null) return <p className="p-4 text-13 text-pretty text-muted">{hint}</p>
  if (!versions) return versionsFailed ? null : <p className="p-4 text-13 text-muted">{t('versions.loading')}</p>
  return (
    <div className="shrink-0 p-3">
      <label className="block text-13 font-medium">
        {t('compare.with')}
        <select
          className={`${inputClass} mt-1.5 font-normal`}
          value={olderUrn ?? ''}
          onChange={(event) => {
            if (event.currentTarget.value === '') comparison.end()
            else comparison.choose(event.currentTarget.value)
          }}
        >
          <option value="">{t('compare.choose')}</option>
          {olderFileName === null ? null : <option value={olderUrn ?? ''}>{olderFileName}</option>}
          {versions.versions
            .filter((version) => version.urn !== urn)
            .map(({ created_at: date, number, status, urn: other }) => (
              <option key={other} value={other} disabled={status !== 'success'}>
                {t('compare.option', { number, date: formats.moment(date) })}
                {status === 'success' ? '' : ` (${t('compare.notReady')})`}
              </option>
            ))}
        </select>
      </label>
    </div>
  )
}

/** Returns the reason why there is nothing to choose, or null. */
function getHint(
  { versionsFailed, olderUrn, urn }: Comparison & { readonly urn: string | null },
  t: TFunction,
): string | null {
  if (urn === null) return t('compare.waiting')
  return versionsFailed && olderUrn === null ? t('compare.notYours') : null
}

function OnlyOne() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<GitCompareArrows size={28} strokeWidth={1.25} />}
      title={t('compare.onlyOneTitle')}
      action={
        <Link to="/home" className={buttonClass('secondary')}>
          {t('viewer.home')}
        </Link>
      }
    >
      {t('compare.onlyOne')}
    </EmptyState>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <p role="status" className="px-4 pb-4 text-13 text-muted">
      {t('compare.waiting')}
    </p>
  )
}

interface ResultProps {
  readonly view: ComparisonView
  readonly state: ComparisonState
  readonly selected: readonly number[]
  readonly onIssue: ComparePanelProps['onIssue']
}

function Result({ view, state, selected, onIssue }: ResultProps) {
  const { t } = useTranslation()
  if (state.status === 'failed') {
    return (
      <div className="px-4 pb-4 text-13">
        <p role="alert" className="mb-3 text-pretty text-danger">
          {t('compare.failed', { reason: errorMessage(state.error) })}
        </p>
        <Button size="small" onClick={() => void view.start()}>
          {t('compare.retry')}
        </Button>
      </div>
    )
  }
  const { result } = state
  if (!result) {
    return (
      <p role="status" className="px-4 pb-4 text-13 text-muted">
        {t('compare.loading')}
      </p>
    )
  }
  return <Changes result={result} {...{ view, state, selected, onIssue }} />
}

function Changes({ view, state, selected, onIssue, result }: ResultProps & { readonly result: PackageComparison }) {
  const { t } = useTranslation()
  const { reveal } = useViewerSession()
  const { comparison } = result
  const { current, filter, shownKinds } = state
  const matches = useMemo(() => listMatches(result, { shownKinds, filter }), [result, shownKinds, filter])
  const isInNewer = current !== null && current.after >= 0
  return (
    <>
      <VersionSwitch
        displayedVersion={state.displayedVersion}
        onShow={(displayedVersion) => void view.show(displayedVersion)}
      />
      <KindLegend counts={comparison.counts} shownKinds={shownKinds} onToggle={(kind) => view.toggle(kind)} />
      <ChangeFilters {...{ result, shownKinds, filter }} onFilter={(next) => view.setFilter(next)} />
      {comparison.areIdsStable || comparison.changes.length === 0 ? null : <Note text={t('compare.idsChanged')} />}
      {state.hasOmitted ? <Note text={t('compare.leftOut')} /> : null}
      {comparison.changes.length === 0 ? null : (
        <ChangeStepper
          changes={matches}
          current={current}
          onChoose={(change) => view.focus(change, reveal)}
          onIssue={onIssue && isInNewer ? () => onIssue(current) : null}
        />
      )}
      <ChangeList {...{ result, matches, selected }} onChoose={(change) => view.focus(change, reveal)} />
    </>
  )
}

function Note({ text }: { text: string }) {
  return <p className="px-4 pb-2 text-12 text-pretty text-muted">{text}</p>
}

/** Renders the link to the report and the button that ends the comparison. */
export function Ways({ older, newer, onEnd }: { older: string; newer: string; onEnd: () => void }) {
  const { t } = useTranslation()
  const query = new URLSearchParams({ urn: newer, compare: older })
  return (
    <div className="mt-auto flex shrink-0 items-center gap-2 border-t border-line p-3">
      <a
        href={`/differences?${query.toString()}`}
        target="_blank"
        rel="noreferrer"
        className={`${buttonClass('secondary', 'small')} grow`}
      >
        <FileChartColumn />
        {t('compare.report')}
      </a>
      <IconButton side="top" label={t('compare.end')} onClick={onEnd}>
        <X />
      </IconButton>
    </div>
  )
}
