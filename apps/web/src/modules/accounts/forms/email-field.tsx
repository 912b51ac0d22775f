import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { TextField } from '../../../platform/design/fields/text-field.js'

/** Renders the email field of an account, pre-filled with the address that an invitation was sent to. */
export function EmailField() {
  const { t } = useTranslation()
  const state: unknown = useLocation().state
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : null
  return (
    <TextField
      label={t('account.email')}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={typeof email === 'string' ? email : undefined}
      required
    />
  )
}
