import { Diff, FileChartColumn, Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ArchDrawing } from '../../platform/brand/arch-drawing.js'

const points = [
  { name: 'side', icon: Layers },
  { name: 'changes', icon: Diff },
  { name: 'report', icon: FileChartColumn },
] as const

/** Demonstrates comparing two versions of a model with the arch: the second version has its keystone. */
export function VersionShowcase() {
  const { t } = useTranslation()
  return (
    <div className="mt-16 grid items-center gap-x-16 gap-y-10 rounded-dialog bg-page p-6 sm:p-10 md:grid-cols-[1fr_1.25fr]">
      <div>
        <h3 className="text-20">{t('landing.compare.title')}</h3>
        <p className="mt-3 text-14 text-pretty text-muted">{t('landing.compare.text')}</p>
        <ul className="mt-6 space-y-4">
          {points.map(({ name, icon: Icon }) => (
            <li key={name} className="flex items-start gap-3 text-14 text-pretty">
              <Icon size={20} className="shrink-0 text-muted" />
              {t(`landing.compare.${name}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface">
        <figure className="border-e border-line p-3 sm:p-5">
          <ArchDrawing withoutKeystone className="h-auto w-full" />
          <figcaption className="mt-3 text-13 text-muted">{t('landing.compare.before')}</figcaption>
        </figure>
        <figure className="p-3 sm:p-5">
          <ArchDrawing className="h-auto w-full" />
          <figcaption className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
            {t('landing.compare.after')}
            <span className="rounded-control bg-accent-soft px-2 py-0.5 text-12 text-text">
              {t('landing.compare.added')}
            </span>
          </figcaption>
        </figure>
      </div>
    </div>
  )
}
