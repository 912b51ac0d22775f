import type { ResultHistory as History, VersionResult } from '@kamar/contracts'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '../../design/button.js'
import { MetadataLine } from '../../format/metadata-line.js'
import { ShownTime } from '../../format/shown-time.js'
import { useFormats } from '../../format/use-formats.js'
import { StatusChip } from '../status-chip.js'
import { QualityChoice } from './quality-choice.js'
import { useResults, type VersionState } from './use-results.js'

interface ResultHistoryProps {
  readonly version: VersionState
  /** Address of the displayed model: the version's own, or that of one of its results. */
  readonly openUrn?: string | null
}

/** Renders the translations of a version: the quality for another one, and all existing results. */
export function ResultHistory({ version, openUrn = null }: ResultHistoryProps) {
  const { t } = useTranslation()
  const { data } = useResults(version)
  if (!data || !hasContent(data)) return null
  const hasCompanions = data.results.some(({ companions }) => companions.length > 0)
  return (
    <section className="border-t border-line pt-5" aria-label={t('results.title')}>
      <h3 className="mb-3 text-14">{t('results.title')}</h3>
      {data.qualities.length > 0 ? <QualityChoice version={version} history={data} /> : null}
      {data.results.length > 1 ? (
        <ul className="-mx-2 max-h-72 overflow-y-auto overscroll-contain">
          {data.results.map((result) => (
            <ResultRow
              key={result.number}
              result={result}
              hasQuality={data.qualities.length > 0}
              hasCompanions={hasCompanions}
              isOpen={result.urn === openUrn || (result.isShown && openUrn === version.urn)}
            />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

const hasContent = ({ mayChange, qualities, results }: History): boolean =>
  results.length > 1 || (mayChange && qualities.length > 0)

interface ResultRowProps {
  readonly result: VersionResult
  readonly hasQuality: boolean
  readonly hasCompanions: boolean
  readonly isOpen: boolean
}

function ResultRow({ result, hasQuality, hasCompanions, isOpen }: ResultRowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const formats = useFormats()
  const { companions, number, status } = result
  const names = companions.length > 0 ? t('results.with', { names: companions.join(', ') }) : t('results.without')
  const items = [<ShownTime key="time" value={result.asked_at} as="moment" />, hasCompanions && names]
  return (
    <li
      aria-current={isOpen ? 'true' : undefined}
      className="flex items-start gap-2 rounded-control px-2 py-2 text-12 hover:bg-sunken aria-[current=true]:bg-sunken"
    >
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 text-13">
          <span className="font-medium">
            {hasQuality ? t(`results.${result.quality}`) : t('results.number', { number })}
          </span>
          {result.isShown ? <span className="text-12 text-accent">{t('results.shown')}</span> : null}
          {status === 'success' ? null : (
            <StatusChip file={{ ...result, stage: null, partial: false, previewOnly: false }} />
          )}
        </p>
        <p className="wrap-anywhere text-muted tabular-nums">
          <MetadataLine items={items} />
        </p>
      </div>
      {status === 'success' && !isOpen ? (
        <IconButton
          size="small"
          label={t('results.show', { time: formats.moment(result.asked_at) })}
          onClick={() => void navigate(`/ViewerPage?urn=${encodeURIComponent(result.urn)}`)}
        >
          <Eye />
        </IconButton>
      ) : null}
    </li>
  )
}
