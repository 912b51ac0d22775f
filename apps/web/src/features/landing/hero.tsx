import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ArchDrawing } from '../../shared/brand/arch-drawing.js'
import { buttonClass } from '../../shared/design/button.js'

const reassurances = ['install', 'original', 'honest'] as const

export function Hero() {
  const { t } = useTranslation()
  return (
    <section className="mx-auto grid max-w-280 items-center gap-10 px-4 pt-8 pb-16 sm:px-6 md:grid-cols-[1fr_1fr] md:gap-6 md:pt-14 md:pb-24">
      <div>
        <h1 className="text-28 sm:text-44">{t('landing.heading')}</h1>
        <p className="mt-5 max-w-120 text-16 text-pretty text-muted">{t('landing.description')}</p>
        <Link to="/signUp" className={`${buttonClass('primary', 'large')} mt-8`}>
          {t('landing.start')}
        </Link>
        <ul className="mt-8 space-y-2 text-14 text-muted">
          {reassurances.map((name) => (
            <li key={name} className="flex items-center gap-2.5">
              <Check size={16} strokeWidth={2} aria-hidden="true" className="shrink-0 text-success" />
              {t(`landing.reassurance.${name}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="relative mx-auto w-full max-w-140">
        <ArchDrawing className="h-auto w-full" />
        <KeystoneCard />
      </div>
    </section>
  )
}

/** What the viewer's inspector would say about the accented stone. */
function KeystoneCard() {
  const { t } = useTranslation()
  const rows = [
    [t('landing.stoneMaterial'), t('landing.stoneMaterialValue')],
    [t('landing.stoneVolume'), '0.184 m³'],
  ]
  return (
    <div className="absolute start-[34%] top-[60%] w-[36%] max-w-50 min-w-36 rounded-card border border-line bg-surface p-3 text-12 shadow-float">
      <p className="text-muted">{t('landing.stoneClass')}</p>
      <p className="mt-0.5 flex items-center gap-1.5 text-13 font-semibold">
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
        {t('landing.stoneName')}
      </p>
      <dl className="mt-2 space-y-1 border-t border-line pt-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-2">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
