import type { ClientApplication, ClientSecret } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../platform/design/dialog.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import type { ApplicationChanges } from './use-applications.js'
import { useStoredText } from './use-stored-text.js'

/** Action to confirm for an application. */
export interface ApplicationRequest {
  readonly kind: 'secret' | 'revoke' | 'remove'
  readonly application: ClientApplication
}

interface ApplicationDialogProps {
  readonly request: ApplicationRequest | null
  readonly changes: ApplicationChanges
  readonly onSecret: (secret: ClientSecret) => void
  readonly onClose: () => void
}

const messages = {
  secret: { title: 'apiAccess.newSecretTitle', confirm: 'apiAccess.newSecret', lines: ['apiAccess.newSecretText'] },
  revoke: {
    title: 'apiAccess.revokeTitle',
    confirm: 'apiAccess.revoke',
    lines: ['apiAccess.revokeText', 'apiAccess.revokeLater'],
  },
  remove: { title: 'apiAccess.removeTitle', confirm: 'apiAccess.remove', lines: ['apiAccess.removeText'] },
} as const

/** Explains the action, and runs it on confirmation. */
export function ApplicationDialog({ request, changes, onSecret, onClose }: ApplicationDialogProps) {
  const { t } = useTranslation()
  const storedText = useStoredText()
  const { renewSecret, remove, revoke } = changes
  if (!request) return null
  const { application, kind } = request
  const { confirm, lines, title } = messages[kind]
  const onError = (error: Error): void => {
    notify(errorMessage(error))
  }
  const act = (): void => {
    const ending = { onError, onSettled: onClose }
    if (kind === 'secret') renewSecret.mutate(application.id, { ...ending, onSuccess: onSecret })
    else if (kind === 'revoke') revoke.mutate(application.id, ending)
    else remove.mutate(application.id, ending)
  }
  return (
    <ConfirmDialog
      open
      title={t(title, { name: application.name })}
      confirm={t(confirm)}
      busy={renewSecret.isPending || revoke.isPending || remove.isPending}
      onConfirm={act}
      onCancel={onClose}
    >
      {lines.map((line) => (
        <p key={line}>{t(line)}</p>
      ))}
      {kind === 'secret' && application.revokedAt ? <p>{t('apiAccess.newSecretRevives')}</p> : null}
      {kind === 'remove' ? <p>{storedText(application)}</p> : null}
    </ConfirmDialog>
  )
}
