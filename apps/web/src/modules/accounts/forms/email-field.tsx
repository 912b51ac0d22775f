import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { TextField } from '../../../platform/design/fields/text-field.js'

interface EmailFieldProps {
  /** Also accepts the user name of an administrator, which browsers would reject as an email. */
  readonly acceptsUserName?: boolean
}

/** Renders the email field of an account, pre-filled with the address that an invitation was sent to. */
export function EmailField({ acceptsUserName = false }: EmailFieldProps) {
  const { t } = useTranslation()
  const state: unknown = useLocation().state
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : null
  return (
    <TextField
      label={t('account.email')}
      name="email"
      type={acceptsUserName ? 'text' : 'email'}
      inputMode="email"
      autoCapitalize="none"
      maxLength={254}
      autoComplete="username"
      defaultValue={typeof email === 'string' ? email : undefined}
      required
    />
  )
}
