import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/design/button.js'

/** Google and Microsoft; disabled, with the reason, as long as the server has no client id for them. */
export function ProviderButtons() {
  const { t } = useTranslation()
  return (
    <div>
      <div className="my-6 flex items-center gap-3 text-12 text-muted" aria-hidden="true">
        <span className="h-px grow bg-line" />
        {t('account.or')}
        <span className="h-px grow bg-line" />
      </div>
      <div className="grid gap-2">
        <Button disabled aria-describedby="providers-off" size="large" className="text-14">
          {t('account.google')}
        </Button>
        <Button disabled aria-describedby="providers-off" size="large" className="text-14">
          {t('account.microsoft')}
        </Button>
      </div>
      <p id="providers-off" className="mt-2 text-12 text-muted">
        {t('account.providersOff')}
      </p>
    </div>
  )
}
