import { useTranslation } from 'react-i18next'
import { ArchDrawing } from '../../platform/brand/arch-drawing.js'
import { buttonClass } from '../../platform/design/button-class.js'
import { PageLink } from '../../platform/shell/page-link.js'

export function CallToAction() {
  const { t } = useTranslation()
  return (
    <section className="border-t border-line">
      <div className="mx-auto grid max-w-280 items-center gap-x-16 gap-y-8 px-4 py-16 sm:px-6 md:grid-cols-[1.4fr_1fr] md:py-24">
        <div>
          <h2 className="text-28 sm:text-44">{t('landing.callTitle')}</h2>
          <p className="mt-4 max-w-130 text-16 text-pretty text-muted">{t('landing.callText')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <PageLink to="/signUp" className={buttonClass('primary', 'large')}>
              {t('landing.start')}
            </PageLink>
            <PageLink to="/contact" className={buttonClass('secondary', 'large')}>
              {t('landing.schedule')}
            </PageLink>
          </div>
        </div>
        <ArchDrawing className="h-auto w-full max-md:hidden" />
      </div>
    </section>
  )
}
