import { limits } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { NewPasswordField } from '../../../platform/security/new-password-field.js'

/** Renders the field for an account's first password, with the rule that the server enforces. */
export function FirstPasswordField() {
  const { t } = useTranslation()
  return (
    <NewPasswordField
      label={t('account.password')}
      hint={t('signUp.passwordHint', { minimum: limits.minPasswordCharacters })}
    />
  )
}
