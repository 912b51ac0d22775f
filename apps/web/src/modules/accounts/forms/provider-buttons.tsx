import type { ProviderName } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { ProviderMark } from './provider-mark.js'
import { useSignInOptions } from '../use-sign-in-options.js'

const names = ['google', 'microsoft'] as const
const titles: Readonly<Record<ProviderName, string>> = { google: 'Google', microsoft: 'Microsoft' }

interface ProviderButtonsProps {
  /** Whether this device stays signed in. */
  readonly remember?: boolean
  /** Navigates to the provider; replaced in tests. */
  readonly leaveFor?: (address: string) => void
}

/** Renders Google and Microsoft; disabled, with the reason, where the server has no client id for them. */
export function ProviderButtons({ remember = false, leaveFor = goTo }: ProviderButtonsProps) {
  const { t } = useTranslation()
  const options = useSignInOptions()
  const off = options ? names.filter((name) => !options.providers[name]) : []
  return (
    <div>
      <div className="my-6 flex items-center gap-3 text-12 text-muted" aria-hidden="true">
        <span className="h-px grow bg-line" />
        {t('account.or')}
        <span className="h-px grow bg-line" />
      </div>
      <div className="grid gap-2">
        {names.map((name) => (
          <Button
            key={name}
            disabled={!options?.providers[name]}
            aria-describedby={off.includes(name) ? 'providers-off' : undefined}
            size="large"
            icon={<ProviderMark name={name} />}
            className="h-auto! min-h-11 py-2 text-14 whitespace-normal!"
            onClick={() => leaveFor(`/api/auth/providers/${name}/start?remember=${remember}`)}
          >
            {t(`account.${name}`)}
          </Button>
        ))}
      </div>
      <p id="providers-off" className="mt-2 min-h-4 text-12 text-pretty text-muted">
        {off.length === names.length ? t('account.providersOff') : null}
        {off.length === 1 ? t('account.providerOff', { provider: titles[off[0] as ProviderName] }) : null}
      </p>
    </div>
  )
}

function goTo(address: string): void {
  location.assign(address)
}
