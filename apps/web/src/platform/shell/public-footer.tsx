import { useTranslation } from 'react-i18next'
import { Wordmark } from '../brand/mark.js'
import { interfaceLanguages, languageNames } from '../i18n/languages.js'
import { PageLink } from './page-link.js'

const columns = [
  {
    name: 'product',
    links: [
      { text: 'features', to: '/#features' },
      { text: 'benefits', to: '/#benefits' },
      { text: 'plans', to: '/#pricing' },
      { text: 'formats', to: '/documentation#formats' },
    ],
  },
  {
    name: 'support',
    links: [
      { text: 'documentation', to: '/documentation' },
      { text: 'api', to: '/api/docs' },
      { text: 'contact', to: '/contact' },
    ],
  },
  {
    name: 'legal',
    links: [
      { text: 'privacy', to: '/privacy' },
      { text: 'terms', to: '/terms' },
      { text: 'licences', to: '/licences' },
    ],
  },
] as const

/** Renders the footer of the pages for visitors: links, language and licence. */
export function PublicFooter() {
  const { t } = useTranslation()
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-280 gap-x-8 gap-y-10 px-4 py-14 sm:grid-cols-3 sm:px-6 md:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="sm:col-span-3 md:col-span-1">
          <Wordmark size={24} />
          <p className="mt-3 max-w-64 text-13 text-pretty text-muted">{t('footer.meaning')}</p>
        </div>
        {columns.map(({ name, links }) => (
          <nav key={name} aria-label={t(`footer.${name}`)}>
            <h2 className="text-13">{t(`footer.${name}`)}</h2>
            <ul className="mt-2">
              {links.map((link) => (
                <li key={link.text}>
                  <FooterLink to={link.to} label={t(`footer.${link.text}`)} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto max-w-280 px-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line py-6 text-13 text-muted">
          <p>{t('footer.licence')}</p>
          <ul className="flex flex-wrap gap-x-5">
            {interfaceLanguages.map((language) => (
              <li key={language}>
                <a
                  href={`/?lang=${language}`}
                  lang={language}
                  className={`${footerTargetClass} hover:text-text hover:underline`}
                >
                  {languageNames[language]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}

/** Minimum height of a touch target. */
const footerTargetClass =
  'inline-block py-1 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center'
const footerLinkClass = `${footerTargetClass} text-14 text-muted hover:text-text hover:underline`

/**
 * Renders a plain link for the API reference and for anchors on other pages, which client-side navigation does not
 * handle.
 */
function FooterLink({ to, label }: { to: string; label: string }) {
  const isPlain = to.startsWith('/api') || to.includes('#')
  return isPlain ? (
    <a href={to} className={footerLinkClass}>
      {label}
    </a>
  ) : (
    <PageLink to={to} className={footerLinkClass}>
      {label}
    </PageLink>
  )
}
