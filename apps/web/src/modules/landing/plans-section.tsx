import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../platform/design/button-class.js'
import { PageLink } from '../../platform/shell/page-link.js'

const included = ['formats', 'versions', 'people', 'export'] as const

export function PlansSection() {
  const { t } = useTranslation()
  return (
    <section id="pricing" className="scroll-mt-16 border-t border-line bg-sunken">
      <div className="mx-auto grid max-w-280 gap-x-16 gap-y-8 px-4 py-16 sm:px-6 md:grid-cols-[1fr_2fr] md:py-24">
        <div>
          <h2 className="text-28">{t('landing.pricingTitle')}</h2>
          <p className="mt-3 text-14 text-pretty text-muted">{t('landing.pricingText')}</p>
        </div>
        <div className="rounded-dialog border border-line bg-surface p-6 sm:p-8">
          <h3 className="text-20">{t('landing.plan')}</h3>
          <p className="mt-1 text-16 text-muted">{t('landing.planText')}</p>
          <ul className="mt-6 grid gap-x-8 gap-y-3 border-t border-line pt-6 text-14 sm:grid-cols-2">
            {included.map((name) => (
              <li key={name} className="flex items-start gap-2.5 text-pretty">
                <Check strokeWidth={2} className="mt-0.5 shrink-0 text-success" />
                {t(`landing.included.${name}`)}
              </li>
            ))}
          </ul>
          <PageLink to="/signUp" className={`${buttonClass('secondary', 'large')} mt-8`}>
            {t('landing.start')}
          </PageLink>
        </div>
      </div>
    </section>
  )
}
