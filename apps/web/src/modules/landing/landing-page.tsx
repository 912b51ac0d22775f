import { type MouseEvent, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { returnTo } from '../../platform/auth/return-to.js'
import { buttonClass } from '../../platform/design/button-class.js'
import { PageLink, PageNavigation } from '../../platform/shell/page-link.js'
import { PublicBar, SkipLink } from '../../platform/shell/public-bar.js'
import { PublicFooter } from '../../platform/shell/public-footer.js'
import { useTitle } from '../../platform/use-title.js'
import { BenefitsSection } from './benefits-section.js'
import { CallToAction } from './call-to-action.js'
import { FeaturesSection } from './features-section.js'
import { Hero } from './hero.js'
import { PlansSection } from './plans-section.js'

export function LandingPage() {
  const { t } = useTranslation()
  useTitle(t('landing.title'))
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <div className="sticky top-0 z-30 border-b border-line bg-page">
        <PublicBar>
          <LandingLinks />
        </PublicBar>
        <SignInBand />
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <FeaturesSection />
        <BenefitsSection />
        <PlansSection />
        <CallToAction />
      </main>
      <PublicFooter />
    </div>
  )
}

/** Offers sign-in to visitors redirected from a page for signed-in users, which opens afterwards. */
function SignInBand() {
  const { t } = useTranslation()
  const [isWanted] = useState(() => returnTo.target() !== null)
  if (!isWanted) return null
  return (
    <p role="status" className="border-t border-line bg-accent-soft px-4 py-2 text-center text-14">
      {t('landing.signInBand')}{' '}
      <PageLink to={returnTo.signInPath()} className="font-medium text-accent underline underline-offset-4">
        {t('landing.signInBandLink')}
      </PageLink>
    </p>
  )
}

const linkClass = `${buttonClass('quiet')} max-md:px-2.5`

function LandingLinks() {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex items-center max-md:order-2 max-md:-mx-2.5 max-md:w-full max-md:grow max-md:flex-wrap max-md:pb-1.5">
        <a href="#features" className={linkClass}>
          {t('landing.features')}
        </a>
        <a href="#benefits" className={linkClass}>
          {t('landing.benefits')}
        </a>
        <PricingLink />
      </div>
      <PageLink to="/signin" className={`${buttonClass('secondary')} order-1 ms-1`}>
        {t('landing.signIn')}
      </PageLink>
    </>
  )
}

/** Links to a protected page, as specified; a visitor, whom that page would redirect, goes to the plans at once. */
function PricingLink() {
  const { t } = useTranslation()
  const isPreRendered = useContext(PageNavigation) === null
  const showPlans = (event: MouseEvent): void => {
    event.preventDefault()
    location.hash = 'pricing'
  }
  return (
    <PageLink
      to="/ViewerPage"
      state={{ from: 'pricing' }}
      onClick={isPreRendered ? showPlans : undefined}
      className={linkClass}
    >
      {t('landing.pricing')}
    </PageLink>
  )
}
