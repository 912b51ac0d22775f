import { useTranslation } from 'react-i18next'
import { publicApi } from '../../platform/api/api.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { useTitle } from '../../platform/use-title.js'
import { SignInScreen } from './sign-in-screen.js'
import { fieldText } from '../../platform/field-text.js'

/** Signs administrators in, by user name or e-mail; redirects to the dashboard. */
export function AdminSignInPage() {
  const { t } = useTranslation()
  useTitle(t('adminSignIn.title'))
  return (
    <SignInScreen
      mode="administrator"
      heading={t('adminSignIn.welcome')}
      subtitle={t('adminSignIn.subtitle', { product: 'Kamar' })}
      fallback={t('adminSignIn.failed')}
      signInRequest={(fields, common) => {
        const body = { username: fieldText(fields, 'username'), ...common }
        return publicApi.call('adminLogin', { body })
      }}
    >
      <TextField label={t('adminSignIn.username')} name="username" autoComplete="username" maxLength={254} required />
    </SignInScreen>
  )
}
