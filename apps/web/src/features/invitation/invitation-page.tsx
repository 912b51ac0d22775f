import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { api } from '../../shared/api/api.js'
import { returnTo } from '../../shared/auth/return-to.js'
import { useSession } from '../../shared/auth/session.js'
import { Button, buttonClass } from '../../shared/design/button.js'
import { notify } from '../../shared/design/notices-state.js'
import { errorMessage } from '../../shared/errors/error-message.js'
import { PublicBar, SkipLink } from '../../shared/shell/public-bar.js'
import { useTitle } from '../../shared/use-title.js'

/** Where invitation mails lead: `/invitation#code=`. Whoever has no account yet makes one first and comes back. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { hash, pathname } = useLocation()
  const { signedIn } = useSession()
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? ''
  useTitle(t('invitation.title'))
  useEffect(() => {
    if (!signedIn) returnTo.remember(pathname + hash)
  }, [signedIn, pathname, hash])
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicBar />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-110 grow flex-col justify-center p-4 outline-none"
      >
        <h1 className="text-28">{t('invitation.title')}</h1>
        {signedIn ? <Accept code={code} /> : <Visitor />}
      </main>
    </div>
  )
}

function Visitor() {
  const { t } = useTranslation()
  return (
    <>
      <p className="mt-3 text-14 text-pretty text-muted">{t('invitation.visitor')}</p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Link to="/signin" className={buttonClass('primary', 'large')}>
          {t('invitation.signIn')}
        </Link>
        <Link to="/signUp" className={buttonClass('secondary', 'large')}>
          {t('invitation.signUp')}
        </Link>
      </div>
    </>
  )
}

function Accept({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const accept = (): void => {
    setBusy(true)
    setProblem(null)
    api.call('acceptInvitation', { body: { code } }).then(
      ({ name }) => {
        notify(t('invitation.accepted', { project: name }))
        void navigate('/home?scope=shared', { replace: true })
      },
      (error: unknown) => {
        setProblem(errorMessage(error))
        setBusy(false)
      },
    )
  }
  return (
    <>
      <p className="mt-3 text-14 text-pretty text-muted">{t('invitation.text')}</p>
      {problem === null ? null : (
        <p role="alert" className="mt-3 text-14 text-danger">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button tone="primary" size="large" busy={busy} disabled={busy || code === ''} onClick={accept}>
          {t('invitation.accept')}
        </Button>
        <Link to="/home" className={buttonClass('secondary', 'large')}>
          {t('invitation.later')}
        </Link>
      </div>
    </>
  )
}
