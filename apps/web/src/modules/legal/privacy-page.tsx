import { useTranslation } from 'react-i18next'
import { TextPage, TextSection } from '../../platform/shell/text-page.js'

const sections = ['account', 'files', 'records', 'browser', 'others', 'rights', 'questions'] as const

export function PrivacyPage() {
  const { t } = useTranslation()
  return (
    <TextPage title={t('privacy.title')} heading={t('privacy.title')} intro={t('privacy.intro')}>
      {sections.map((name) => (
        <TextSection key={name} id={name} title={t(`privacy.${name}.title`)}>
          <p>{t(`privacy.${name}.text`)}</p>
        </TextSection>
      ))}
    </TextPage>
  )
}
