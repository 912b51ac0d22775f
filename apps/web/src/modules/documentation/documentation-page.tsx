import { useTranslation } from 'react-i18next'
import { PageLink } from '../../platform/shell/page-link.js'
import { TextPage, TextSection } from '../../platform/shell/text-page.js'
import { ExtensionSample } from './extension-sample.js'
import { FormatsTable } from './formats-table.js'
import { KeyboardTables } from './keyboard-tables.js'

const chapters = [
  'upload',
  'watch',
  'look',
  'together',
  'report',
  'files',
  'formats',
  'keyboard',
  'extend',
  'help',
] as const
const linkClass = 'text-accent underline underline-offset-2 hover:text-accent-hover'

export function DocumentationPage() {
  const { t } = useTranslation()
  return (
    <TextPage title={t('documentation.title')} heading={t('documentation.title')} intro={t('documentation.intro')}>
      <nav aria-label={t('documentation.contents')} className="mt-8">
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-14">
          {chapters.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className={`${linkClass} inline-block py-1 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center`}
              >
                {t(`documentation.${name}.title`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {chapters.map((name) => (
        <TextSection key={name} id={name} title={t(`documentation.${name}.title`)}>
          <p>{t(`documentation.${name}.text`)}</p>
          {name === 'upload' || name === 'look' || name === 'together' || name === 'extend' ? (
            <p>{t(`documentation.${name}.more`)}</p>
          ) : null}
          {name === 'look' ? <p>{t('documentation.look.second')}</p> : null}
          {name === 'look' ? <p>{t('documentation.look.third')}</p> : null}
          {name === 'look' ? <p>{t('documentation.look.fourth')}</p> : null}
          {name === 'look' ? <p>{t('documentation.look.fifth')}</p> : null}
          {name === 'look' ? <p>{t('documentation.look.sixth')}</p> : null}
          {name === 'look' ? <p>{t('documentation.look.seventh')}</p> : null}
          {name === 'extend' ? <ExtensionSample /> : null}
          {name === 'formats' ? <FormatsTable /> : null}
          {name === 'keyboard' ? <KeyboardTables /> : null}
          {name === 'help' ? (
            <p>
              <PageLink to="/contact" className={linkClass}>
                {t('documentation.help.link')}
              </PageLink>
            </p>
          ) : null}
        </TextSection>
      ))}
    </TextPage>
  )
}
