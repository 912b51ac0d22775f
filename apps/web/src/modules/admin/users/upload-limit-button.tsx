import { type AdminUser, formatLimitBytes } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { currentLanguage } from '../../../platform/i18n/index.js'

interface UploadLimitButtonProps {
  readonly user: AdminUser
  readonly tone?: 'quiet'
  readonly onUploadLimit: (user: AdminUser) => void
}

/** Renders the button that opens the upload limit of an account; it names a limit that is the account's own. */
export function UploadLimitButton({ user, tone, onUploadLimit }: UploadLimitButtonProps) {
  const { t } = useTranslation()
  const { name, uploadLimitBytes } = user
  return (
    <Button
      size="small"
      {...(tone ? { tone } : {})}
      aria-label={t('admin.uploadLimitOf', { name })}
      onClick={() => onUploadLimit(user)}
    >
      {uploadLimitBytes === null
        ? t('admin.uploadLimit')
        : t('admin.uploadLimitSet', { limit: formatLimitBytes(currentLanguage(), uploadLimitBytes) })}
    </Button>
  )
}
