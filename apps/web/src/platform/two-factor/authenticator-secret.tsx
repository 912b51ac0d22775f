import type { TwoFactorSetUp } from '@kamar/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../design/qr-code.js'

/** Renders the secret for an authenticator app, to scan and to type; `children` prompts for the first code. */
export function AuthenticatorSecret({ uri, secret, children }: TwoFactorSetUp & { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2 grid items-start gap-5 sm:grid-cols-[auto_1fr]">
      <QrCode text={uri} label={t('preferences.qrLabel')} />
      <div className="min-w-0">
        <p className="text-14 text-pretty">{t('preferences.scan')}</p>
        <p className="mt-2 text-13 text-muted">{t('preferences.typeSecret')}</p>
        <code className="mt-1 block font-mono text-13 break-all select-all">{secret}</code>
        {children}
      </div>
    </div>
  )
}
