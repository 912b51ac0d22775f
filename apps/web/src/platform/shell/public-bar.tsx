import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Wordmark } from '../brand/mark.js'
import { LanguageSwitch } from '../i18n/language-switch.js'
import { ThemeSwitch } from '../theme/theme-switch.js'
import { PageLink } from './page-link.js'

/** Renders the top bar of the pages for visitors: wordmark, content of the page, language and theme. */
export function PublicBar({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <header className="mx-auto flex min-h-16 w-full max-w-280 flex-wrap items-center gap-x-1 px-4 py-2 sm:px-6">
      <PageLink to="/" className="me-auto flex min-h-11 items-center rounded-control">
        <Wordmark size={28} />
      </PageLink>
      <nav aria-label={t('common.mainNavigation')} className="contents">
        {children}
      </nav>
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
  )
}

interface SkipLinkProps {
  /** Focuses a better target than the main element of the page; returns false without one. */
  readonly onSkip?: () => boolean
}

/** Renders the first Tab stop of every page. */
export function SkipLink({ onSkip }: SkipLinkProps) {
  const { t } = useTranslation()
  return (
    <a
      href="#content"
      onClick={(event) => {
        if (onSkip?.() === true) event.preventDefault()
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-60 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2 focus:shadow-float"
    >
      {t('common.skipToContent')}
    </a>
  )
}
