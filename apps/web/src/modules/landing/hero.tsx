import { Check, CirclePlay } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../platform/design/button-class.js'
import { PageLink } from '../../platform/shell/page-link.js'
import { screenshots } from './media.js'
import { LiveModel } from './live-model/live-model.js'
import { ThemedScreenshot } from './themed-screenshot.js'

const reassurances = ['install', 'original', 'honest'] as const

export function Hero() {
  const { t } = useTranslation()
  return (
    <section className="mx-auto max-w-280 px-4 pt-8 pb-16 sm:px-6 md:pt-14 md:pb-24">
      <div className="grid gap-x-16 gap-y-5 md:grid-cols-[1.05fr_1fr] md:items-end">
        <h1 className="text-28 sm:text-44">{t('landing.heading')}</h1>
        <p className="max-w-130 text-16 text-pretty text-muted">{t('landing.description')}</p>
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <PageLink to="/signUp" className={buttonClass('primary', 'large')}>
          {t('landing.start')}
        </PageLink>
        <a href="#demo" className={buttonClass('secondary', 'large')}>
          <CirclePlay size={20} className="text-muted" />
          {t('landing.watchDemo')}
        </a>
        <ul className="mt-3 flex w-full flex-wrap gap-x-7 gap-y-2 text-14 text-muted md:mt-2">
          {reassurances.map((name) => (
            <li key={name} className="flex items-start gap-2">
              <Check strokeWidth={2} className="mt-0.5 shrink-0 text-success" />
              {t(`landing.reassurance.${name}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="relative mt-10 overflow-hidden rounded-dialog border border-line bg-sunken shadow-float md:mt-12">
        <ThemedScreenshot
          first
          screenshot={screenshots.viewer}
          alt={t('landing.picture.viewer')}
          mobileScreenshot={screenshots.mobile}
          sizes="(min-width: 1168px) 1118px, calc(100vw - 34px)"
          className="block h-auto w-full max-sm:aspect-5/7 max-sm:object-cover max-sm:object-top"
        />
        <LiveModel />
      </div>
    </section>
  )
}
