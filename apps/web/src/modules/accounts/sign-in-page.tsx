import type { SignInResponse } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../platform/api/api.js'
import { returnTo } from '../../platform/auth/return-to.js'
import { useTitle } from '../../platform/use-title.js'
import { EmailField } from './forms/email-field.js'
import { SignInScreen } from './sign-in-screen.js'
import { fieldText } from '../../platform/field-text.js'

/** Signs in an administrator who types the user name here; without a requested page the dashboard follows. */
async function signInAdministrator(
  username: string,
  common: { readonly password: string; readonly remember: boolean },
): Promise<SignInResponse> {
  const result = await publicApi.call('adminLogin', { body: { username, ...common } })
  if (returnTo.target() === null) returnTo.remember('/AdminPage')
  return result
}

/** Returns whether a field contains the user name of an administrator, which is no email. */
const isUserName = ({ name, value }: HTMLInputElement): boolean =>
  name === 'email' && value.trim() !== '' && !value.includes('@')

export function SignInPage() {
  const { t } = useTranslation()
  useTitle(t('signIn.title'))
  return (
    <SignInScreen
      mode="user"
      heading={t('signIn.welcome')}
      subtitle={t('signIn.subtitle')}
      accepts={isUserName}
      signInRequest={(fields, common) => {
        const name = fieldText(fields, 'email')
        if (!name.includes('@')) return signInAdministrator(name, common)
        return publicApi.call('login', { body: { email: name, ...common } })
      }}
    >
      <EmailField />
    </SignInScreen>
  )
}
