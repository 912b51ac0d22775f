import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ArchDrawing } from '../../platform/brand/arch-drawing.js'
import { buttonClass } from '../../platform/design/button.js'
import { logWarning } from '../../platform/log.js'
import { PublicBar } from '../../platform/shell/public-bar.js'
import { useTitle } from '../../platform/use-title.js'

/** Shows an arch without its keystone. Logs the missing path, so that a wrong link can be found. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  useTitle(t('notFound.title'))
  useEffect(() => logWarning('page not found', pathname), [pathname])
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicBar />
      <main className="mx-auto grid w-full max-w-280 grow content-center items-center gap-8 px-4 pb-20 sm:px-6 md:grid-cols-2">
        <div>
          <h1 className="text-28 sm:text-44">{t('notFound.heading')}</h1>
          <p className="mt-4 text-16 break-words text-muted">{t('notFound.text', { path: pathname })}</p>
          <Link to="/" className={`${buttonClass('primary', 'large')} mt-8`}>
            {t('notFound.home')}
          </Link>
        </div>
        <ArchDrawing
          withoutKeystone
          className="order-first h-auto w-full max-w-120 justify-self-center md:order-none"
        />
      </main>
    </div>
  )
}
