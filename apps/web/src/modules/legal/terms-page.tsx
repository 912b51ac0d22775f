import { useTranslation } from 'react-i18next'
import { TextPage, TextSection } from '../../platform/shell/text-page.js'

const sections = ['files', 'use', 'limits', 'accuracy', 'availability', 'changes'] as const

export function TermsPage() {
  const { t } = useTranslation()
  return (
    <TextPage title={t('terms.title')} heading={t('terms.title')} intro={t('terms.intro')}>
      {sections.map((name) => (
        <TextSection key={name} id={name} title={t(`terms.${name}.title`)}>
          <p>{t(`terms.${name}.text`)}</p>
        </TextSection>
      ))}
    </TextPage>
  )
}
