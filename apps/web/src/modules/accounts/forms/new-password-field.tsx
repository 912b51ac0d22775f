import { limits } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../../platform/design/fields/text-field.js'

/** Renders the field for an account's first password, with the rule that the server enforces. */
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
