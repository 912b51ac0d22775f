import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../../shared/design/button.js'

export function PlansSection() {
  const { t } = useTranslation()
  return (
    <section id="pricing" className="scroll-mt-16 border-t border-line bg-sunken">
      <div className="mx-auto max-w-280 px-4 py-16 sm:px-6 md:py-20">
        <h2 className="text-28">{t('landing.pricingTitle')}</h2>
        <div className="mt-8 flex max-w-160 flex-wrap items-center gap-x-10 gap-y-5 rounded-card border border-line bg-surface p-6">
          <div className="min-w-60 grow">
            <h3 className="text-20">{t('landing.plan')}</h3>
            <p className="mt-1 text-14 text-muted">{t('landing.planText')}</p>
          </div>
          <Link to="/signUp" className={buttonClass('secondary', 'large')}>
            {t('landing.start')}
          </Link>
        </div>
      </div>
    </section>
  )
}
