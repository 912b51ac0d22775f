import { isGuessablePassword, limits } from '@kamar/contracts'
import { type ComponentProps, useRef, useState } from 'react'
import { publicApi } from '../api/api.js'
import { PasswordField } from '../design/fields/text-field.js'
import { messageOfCode } from '../errors/error-message.js'

/** Returns why the server will refuse a new password; undefined if only the server can tell. */
function findFault(password: string): string | undefined {
  const normalized = password.normalize('NFKC').toLowerCase()
  const minimum = limits.minPasswordCharacters
  if (Array.from(normalized).length < minimum) return messageOfCode('password-too-short', { minimum })
  return isGuessablePassword(normalized) ? messageOfCode('password-too-common') : undefined
}

/** Returns whether a password is in the server's list of published leaks; false while the server is unreachable. */
const isLeaked = (password: string): Promise<boolean> =>
  publicApi.call('checkPassword', { body: { password } }).then(
    ({ isTooCommon }) => isTooCommon,
    () => false,
  )

/** Renders a field for a new password, which says on leaving it that the password is too weak. */
export function NewPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'error' | 'onBlur' | 'onInput'>) {
  const [error, setError] = useState<string>()
  const current = useRef('')
  const check = async (password: string): Promise<void> => {
    current.current = password
    const fault = password === '' ? undefined : findFault(password)
    setError(fault)
    if (password === '' || fault !== undefined) return
    const leaked = await isLeaked(password)
    if (leaked && current.current === password) setError(messageOfCode('password-too-common'))
  }
  const follow = (password: string): void => {
    current.current = password
    // Once it says so it follows what is typed.
    if (error !== undefined) setError(findFault(password))
  }
  return (
    <PasswordField
      name="password"
      autoComplete="new-password"
      maxLength={limits.maxPasswordCharacters}
      required
      {...props}
      error={error}
      onBlur={({ currentTarget: { value } }) => void check(value)}
      onInput={({ currentTarget: { value } }) => follow(value)}
    />
  )
}
