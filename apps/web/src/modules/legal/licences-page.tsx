import { useTranslation } from 'react-i18next'
import { TextPage, TextSection } from '../../platform/shell/text-page.js'
import table from './generated/licences.json'

/** Lists the product's dependencies by licence, generated from the lock file. */
export function LicencesPage() {
  const { t } = useTranslation()
  return (
    <TextPage title={t('licences.title')} heading={t('licences.title')} intro={t('licences.intro')}>
      {table.map(({ licence, packages }) => (
        <TextSection key={licence} title={licence}>
          <p className="text-14 text-muted">{t('licences.count', { count: packages.length })}</p>
          <ul className="columns-1 gap-8 text-13 sm:columns-2">
            {packages.map((name) => (
              <li key={name} className="break-inside-avoid py-0.5 wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </TextSection>
      ))}
    </TextPage>
  )
}
