import { useTranslation } from 'react-i18next'
import { useTitle } from '../../shared/use-title.js'
import { Outcome } from './outcome.js'
import { TextLink } from './text-link.js'
import { useSignInOptions } from './use-sign-in-options.js'

export function ThankYouPage() {
  const { t } = useTranslation()
  const options = useSignInOptions()
  useTitle(t('thankYou.title'))
  return (
    <Outcome heading={t('thankYou.heading')} text={options?.mail ? t('thankYou.messageMail') : t('thankYou.message')}>
      <p className="mt-8 text-14 text-muted">
        {t('thankYou.trouble')} <TextLink to="/contact">{t('thankYou.contact')}</TextLink>
      </p>
    </Outcome>
  )
}
