import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../../shared/design/button.js'
import { PublicBar, SkipLink } from '../../shared/shell/public-bar.js'
import { useTitle } from '../../shared/use-title.js'
import { BenefitsSection } from './benefits-section.js'
import { FeaturesSection } from './features-section.js'
import { Hero } from './hero.js'
import { PlansSection } from './plans-section.js'

export function LandingPage() {
  const { t } = useTranslation()
  useTitle(t('landing.title'))
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <div className="sticky top-0 z-30 border-b border-transparent bg-page">
        <PublicBar>
          <LandingLinks />
        </PublicBar>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <FeaturesSection />
        <BenefitsSection />
        <PlansSection />
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-280 px-4 py-8 text-13 text-muted sm:px-6">Kamar · {t('landing.footer')}</p>
      </footer>
    </div>
  )
}

function LandingLinks() {
  const { t } = useTranslation()
  return (
    <>
      <div className="hidden items-center md:flex">
        <a href="#features" className={buttonClass('quiet')}>
          {t('landing.features')}
        </a>
        <a href="#benefits" className={buttonClass('quiet')}>
          {t('landing.benefits')}
        </a>
        <Link to="/ViewerPage" state={{ from: 'pricing' }} className={buttonClass('quiet')}>
          {t('landing.pricing')}
        </Link>
      </div>
      <Link to="/signin" className={`${buttonClass('secondary')} order-last ms-1`}>
        {t('landing.signIn')}
      </Link>
    </>
  )
}
