import type { AdminOverview } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../shared/design/skeleton.js'
import { useFormats } from '../../shared/format/use-formats.js'

const isolationLevels = ['sealed', 'restricted', 'limited', 'process', 'off'] as const
const isKnownLevel = (level: string | undefined): level is (typeof isolationLevels)[number] =>
  isolationLevels.some((known) => known === level)

/** The deployment in five numbers, and the box that its readers run in. */
export function OverviewStrip({ overview }: { overview: AdminOverview | undefined }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isolationText = (level: string | undefined) => (isKnownLevel(level) ? t(`admin.isolation.${level}`) : level)
  const facts = [
    { label: t('admin.overviewUsers'), value: overview && formats.number(overview.users.total) },
    { label: t('admin.overviewPending'), value: overview && formats.number(overview.users.pending) },
    { label: t('admin.overviewFiles'), value: overview && formats.number(overview.files) },
    { label: t('admin.overviewUsed'), value: overview && formats.volume(overview.usedBytes) },
    { label: t('admin.overviewIsolation'), value: isolationText(overview?.isolation), title: t('admin.isolationHint') },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3 md:grid-cols-5">
      {facts.map(({ label, value, title }) => (
        <div key={label} title={title} className="min-w-0 bg-surface px-4 py-3 last:max-sm:col-span-2">
          <dt className="text-12 text-muted">{label}</dt>
          <dd className="mt-0.5 truncate text-20 font-semibold tabular-nums">
            {value ?? <Skeleton className="h-6 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
