import { useTranslation } from 'react-i18next'
import { publicApi } from '../../platform/api/api.js'
import { useTitle } from '../../platform/use-title.js'
import { EmailField } from './forms/email-field.js'
import { SignInScreen } from './sign-in-screen.js'
import { fieldText } from '../../platform/field-text.js'

export function SignInPage() {
  const { t } = useTranslation()
  useTitle(t('signIn.title'))
  return (
    <SignInScreen
      mode="user"
      heading={t('signIn.welcome')}
      subtitle={t('signIn.subtitle')}
      signInRequest={(fields, common) => {
        const body = { email: fieldText(fields, 'email'), ...common }
        return publicApi.call('login', { body })
      }}
    >
      <EmailField />
    </SignInScreen>
  )
}
