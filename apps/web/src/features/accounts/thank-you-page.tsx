import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { returnTo } from '../../shared/auth/return-to.js'
import { useSession } from '../../shared/auth/session.js'
import { welcome } from '../../shared/auth/welcome.js'
import { useTitle } from '../../shared/use-title.js'
import { Outcome } from './outcome.js'
import { TextLink } from './text-link.js'
import { useSignInOptions } from './use-sign-in-options.js'

export function ThankYouPage() {
  const { t } = useTranslation()
  const options = useSignInOptions()
  const { signedIn } = useSession()
  useTitle(t('thankYou.title'))
  useEffect(() => () => welcome.set(false), [])
  return (
    <Outcome
      heading={t('thankYou.heading')}
      text={t(signedIn ? 'thankYou.messageSignedIn' : options?.mail ? 'thankYou.messageMail' : 'thankYou.message')}
      next={signedIn ? { to: returnTo.path(), label: t('thankYou.toFiles') } : undefined}
    >
      <p className="mt-8 text-14 text-muted">
        {t('thankYou.trouble')} <TextLink to="/contact">{t('thankYou.contact')}</TextLink>
      </p>
    </Outcome>
  )
}
