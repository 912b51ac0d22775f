import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../platform/auth/session.js'
import { useOnline } from '../platform/use-online.js'

/** Shows a banner while the device is offline. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const { signedIn } = useSession()
  if (useOnline()) return null
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-13 text-pretty text-text"
    >
      <WifiOff className="shrink-0 text-warning" />
      <span>
        {t('errors.offline')}{' '}
        {signedIn ? (
          <Link to="/on-this-device" className="font-medium underline">
            {t('offline.link')}
          </Link>
        ) : null}
      </span>
    </div>
  )
}
