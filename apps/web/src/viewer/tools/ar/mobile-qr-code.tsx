import { useTranslation } from 'react-i18next'
import { QrCode } from '../../../platform/design/qr-code.js'

/** Loopback addresses, which a phone cannot reach. */
const ownComputer = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Renders a QR code that opens the same page on a phone. */
export function MobileQrCode({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="ar-phone" className="flex items-start gap-4">
      <QrCode text={address} label={t('ar.phoneCode')} className="size-32" />
      <div className="min-w-0">
        <h3 id="ar-phone" className="text-14 font-medium">
          {t('ar.phone')}
        </h3>
        <p className="mt-1 text-13 text-pretty text-muted">
          {ownComputer.test(location.hostname) ? t('ar.phoneOwnComputer', { host: location.host }) : t('ar.phoneText')}
        </p>
      </div>
    </section>
  )
}
