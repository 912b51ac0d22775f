import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link2Off, LockKeyhole } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Button, buttonClass } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { PasswordField } from '../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../platform/design/focus-when-shown.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { useObservable } from '../../platform/observable.js'
import { PublicBar, SkipLink } from '../../platform/shell/public-bar.js'
import { useTitle } from '../../platform/use-title.js'
import { GuestViewer } from './guest-viewer.js'
import { GuestLink } from './share-link.js'

/** Renders the page of secret links: `/share#<secret>`. It needs no account and is read-only. */
export function SharePage() {
  const { t } = useTranslation()
  const { hash } = useLocation()
  const link = useMemo(() => new GuestLink(hash.slice(1)), [hash])
  const state = useObservable(link.state)
  useTitle(state.kind === 'open' ? state.link.description : t('guest.title'))
  useEffect(() => void link.open(), [link])
  if (state.kind === 'open') return <GuestViewer link={link} openedLink={state.link} />
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicBar />
      <main id="content" tabIndex={-1} className="flex grow items-center justify-center outline-none">
        {state.kind === 'password' ? null : <h1 className="sr-only">{t('guest.title')}</h1>}
        {state.kind === 'opening' ? <p role="status">{t('guest.opening')}</p> : null}
        {state.kind === 'password' ? <PasswordPrompt link={link} wrong={state.wrong} /> : null}
        {state.kind === 'ended' ? <Ended /> : null}
        {state.kind === 'failed' ? <Failed error={state.error} onRetry={() => void link.open()} /> : null}
      </main>
    </div>
  )
}

function PasswordPrompt({ link, wrong }: { link: GuestLink; wrong: boolean }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  return (
    <form
      className="w-full max-w-90 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void link.open(password).finally(() => setBusy(false))
      }}
    >
      <LockKeyhole size={28} strokeWidth={1.25} className="mb-4 text-muted" />
      <h1 className="text-20">{t('guest.passwordTitle')}</h1>
      <p className="mt-2 mb-5 text-14 text-pretty text-muted">{t('guest.passwordText')}</p>
      <PasswordField
        label={t('guest.password')}
        ref={focusWhenShown}
        required
        autoComplete="off"
        value={password}
        error={wrong ? t('guest.wrongPassword') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" tone="primary" size="large" className="mt-5 w-full" busy={busy}>
        {t('guest.open')}
      </Button>
    </form>
  )
}

function Ended() {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        icon={<Link2Off size={28} strokeWidth={1.25} />}
        title={t('guest.endedTitle')}
        action={
          <Link to="/" className={buttonClass('secondary')}>
            {t('guest.home')}
          </Link>
        }
      >
        {t('guest.endedText')}
      </EmptyState>
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        icon={<Link2Off size={28} strokeWidth={1.25} />}
        title={t('guest.failed')}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      >
        {errorMessage(error)}
      </EmptyState>
    </div>
  )
}
