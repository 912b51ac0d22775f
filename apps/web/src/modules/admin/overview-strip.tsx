import type { AdminOverview } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../platform/design/skeleton.js'
import { useFormats } from '../../platform/format/use-formats.js'

const isolationLevels = ['sealed', 'confined', 'restricted', 'limited', 'process', 'off'] as const
const isKnownLevel = (level: string | undefined): level is (typeof isolationLevels)[number] =>
  isolationLevels.some((candidate) => candidate === level)

/** Shows the statistics of the deployment, whether files may leave it, and the isolation of its readers. */
export function OverviewStrip({ overview }: { overview: AdminOverview | undefined }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isolationText = (level: string | undefined) => (isKnownLevel(level) ? t(`admin.isolation.${level}`) : level)
  const items = [
    { label: t('admin.overviewUsers'), value: overview && formats.number(overview.users.total) },
    { label: t('admin.overviewPending'), value: overview && formats.number(overview.users.pending) },
    { label: t('admin.overviewFiles'), value: overview && formats.number(overview.files) },
    { label: t('admin.overviewUsed'), value: overview && formats.volume(overview.usedBytes) },
    {
      label: t('admin.overviewCloud'),
      value: overview && (overview.cloud?.region ?? t('admin.cloudOff')),
      hint:
        overview &&
        (overview.cloud ? t('admin.cloudHint', { count: overview.cloud.projects }) : t('admin.cloudOffHint')),
    },
    { label: t('admin.overviewIsolation'), value: isolationText(overview?.isolation), title: t('admin.isolationHint') },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      {items.map(({ label, value, title, hint }) => (
        <div key={label} title={title} className="min-w-0 bg-surface px-4 py-3">
          <dt className="text-12 text-muted">{label}</dt>
          <dd className="mt-0.5 text-20 leading-tight font-semibold wrap-break-word tabular-nums">
            {value ?? <Skeleton className="h-6 w-16" />}
          </dd>
          {hint ? <dd className="mt-1 text-12 text-pretty text-muted">{hint}</dd> : null}
        </div>
      ))}
    </dl>
  )
}
