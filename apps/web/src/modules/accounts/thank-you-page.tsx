import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { returnTo } from '../../platform/auth/return-to.js'
import { useSession } from '../../platform/auth/session.js'
import { welcome } from '../../platform/auth/welcome.js'
import { useTitle } from '../../platform/use-title.js'
import { Outcome } from './outcome.js'
import { TextLink } from './text-link.js'
import { useSignInOptions } from './use-sign-in-options.js'

export function ThankYouPage() {
  const { t } = useTranslation()
  const options = useSignInOptions()
  const { signedIn } = useSession()
  const continues = returnTo.target() !== null
  useTitle(t('thankYou.title'))
  const signInText = t(options?.mail ? 'thankYou.messageMail' : 'thankYou.message')
  useEffect(() => () => welcome.set(false), [])
  return (
    <Outcome
      heading={t('thankYou.heading')}
      text={signedIn ? t(continues ? 'thankYou.messageContinue' : 'thankYou.messageSignedIn') : signInText}
      next={
        signedIn ? { to: returnTo.path(), label: t(continues ? 'thankYou.continue' : 'thankYou.toFiles') } : undefined
      }
    >
      <p className="mt-8 text-14 text-muted">
        {t('thankYou.trouble')} <TextLink to="/contact">{t('thankYou.contact')}</TextLink>
      </p>
    </Outcome>
  )
}
