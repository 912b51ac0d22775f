import { isGuessablePassword, limits } from '@kamar/contracts'
import { type ComponentProps, useState } from 'react'
import { PasswordField } from '../design/fields/text-field.js'
import { messageOfCode } from '../errors/error-message.js'

/** Returns why the server will refuse a new password; undefined if only the server can tell. */
function findFault(password: string): string | undefined {
  const normalized = password.normalize('NFKC').toLowerCase()
  const minimum = limits.minPasswordCharacters
  if (Array.from(normalized).length < minimum) return messageOfCode('password-too-short', { minimum })
  return isGuessablePassword(normalized) ? messageOfCode('password-too-common') : undefined
}

/** Renders a field for a new password, which says on leaving it that the password is too weak. */
export function NewPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'error' | 'onBlur' | 'onInput'>) {
  const [error, setError] = useState<string>()
  return (
    <PasswordField
      name="password"
      autoComplete="new-password"
      maxLength={limits.maxPasswordCharacters}
      required
      {...props}
      error={error}
      onBlur={({ currentTarget: { value } }) => setError(value === '' ? undefined : findFault(value))}
      // Once it says so it follows what is typed.
      onInput={({ currentTarget: { value } }) => (error === undefined ? undefined : setError(findFault(value)))}
    />
  )
}
