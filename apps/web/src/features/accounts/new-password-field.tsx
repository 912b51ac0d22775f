import { limits } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../shared/design/text-field.js'

/** Where an account's first password is typed, with the rule that the server will hold it to. */
export function NewPasswordField() {
  const { t } = useTranslation()
  return (
    <PasswordField
      label={t('account.password')}
      hint={t('signUp.passwordHint', { minimum: limits.minPasswordCharacters })}
      name="password"
      autoComplete="new-password"
      maxLength={limits.maxPasswordCharacters}
      required
    />
  )
}
