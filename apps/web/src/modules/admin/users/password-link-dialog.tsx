import type { AdminUser, PasswordLink } from '@kamar/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { NewAddress } from '../../../platform/sharing/new-address.js'

interface PasswordLinkDialogProps {
  readonly user: AdminUser
  readonly onClose: () => void
}

/** Shows a link for choosing a new password, for the administrator to pass on. */
export function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { link, error } = useNewLink(user.id)
  return (
    <ContentDialog title={t('admin.passwordLinkTitle', { name: user.name })} width="narrow" onClose={onClose}>
      {link ? (
        <NewAddress
          text={t('admin.passwordLinkText', { email: user.email, time: formats.moment(link.expiresAt) })}
          address={`${location.origin}/reset-password#code=${encodeURIComponent(link.code)}`}
        />
      ) : error === null ? null : (
        <p role="alert" className="text-14 text-danger">
          {error}
        </p>
      )}
    </ContentDialog>
  )
}

/** Creates the link when the dialog opens; each link is a new one. */
function useNewLink(id: string): { readonly link: PasswordLink | null; readonly error: string | null } {
  const [link, setLink] = useState<PasswordLink | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    api.call('createPasswordLink', { parameters: { id } }).then(
      (created) => (isCurrent ? setLink(created) : undefined),
      (failure: unknown) => (isCurrent ? setError(errorMessage(failure)) : undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [id])
  return { link, error }
}
