import type { ElementChange } from '@kamar/comparison'
import { ArrowRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../platform/i18n/index.js'
import type { PackageComparison } from './compare-packages.js'
import { kindAppearances } from './compared-kinds.js'
import { type Difference, ownDifferences, readDifferences } from './element-differences.js'
import type { Comparison } from './use-comparison.js'

interface ElementChangesProps {
  readonly comparison: Comparison
  readonly element: number | null
}

/** Renders the changes of the selected element, with old and new values; renders nothing without a comparison. */
export function ElementChanges({ comparison, element }: ElementChangesProps) {
  const { t } = useTranslation()
  const result = comparison.state?.result
  if (!result || element === null) return null
  const change = result.comparison.changes.find(({ after }) => after === element)
  const { olderFileName: file, olderUrn, versions } = comparison
  const number = versions?.versions.find(({ urn }) => urn === olderUrn)?.number ?? ''
  const title = file === null ? t('compare.inElement', { number }) : t('compare.inElementOfFile', { file })
  return (
    <section aria-label={title} className="shrink-0 border-b border-line px-4 py-3 text-13">
      <h3 className="mb-1 text-13 wrap-anywhere">{title}</h3>
      {change?.kind === 'changed' ? (
        <Differences key={element} result={result} change={change} />
      ) : (
        <p className="flex items-center gap-2 text-muted">
          <KindIcon kind={change ? 'added' : 'same'} />
          {t(change ? 'compare.isNew' : 'compare.isSame')}
        </p>
      )}
    </section>
  )
}

function KindIcon({ kind }: { kind: 'added' | 'same' }) {
  const { icon: Icon } = kindAppearances[kind]
  return <Icon className="shrink-0" />
}

function Differences({ result, change }: { result: PackageComparison; change: ElementChange }) {
  const { t } = useTranslation()
  const [read, setRead] = useState<readonly Difference[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    readDifferences(result, change, { t, language: currentLanguage() }).then(
      (differences) => isCurrent && setRead(differences),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [result, change, t])
  const differences = read ?? ownDifferences(result, change, { t, language: currentLanguage() })
  return (
    <>
      <dl className="max-h-[40dvh] overflow-y-auto">
        {differences.map(({ label, before, after }, index) => (
          <div key={`${index} ${label}`} className="py-1">
            <dt className="wrap-anywhere text-muted">{label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere tabular-nums">
              {before === '' ? null : (
                <>
                  <span className="sr-only">{t('compare.before')}</span>
                  <del className="text-muted">{before}</del>
                  <ArrowRight size={12} strokeWidth={2} className="shrink-0 self-center" />
                </>
              )}
              <span className="sr-only">{t('compare.after')}</span>
              <ins className="font-medium no-underline">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {failed ? (
        <p role="alert" className="text-danger">
          {t('properties.failed')}
        </p>
      ) : null}
    </>
  )
}
