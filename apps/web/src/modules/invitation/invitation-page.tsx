import type { OpenedInvitation } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { api, publicApi } from '../../platform/api/api.js'
import { returnTo } from '../../platform/auth/return-to.js'
import { fetchAccount, getSession, useSession } from '../../platform/auth/session.js'
import { Button, buttonClass } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { errorMessage, messageOfCode } from '../../platform/errors/error-message.js'
import { PublicBar, SkipLink } from '../../platform/shell/public-bar.js'
import { useTitle } from '../../platform/use-title.js'

/** Handles the link of an invitation: `/invitation#code=`. Visitors sign in or sign up first and return to it. */
export function InvitationPage() {
  const { t } = useTranslation()
  const { hash, pathname } = useLocation()
  const { signedIn } = useSession()
  const code = new URLSearchParams(hash.slice(1)).get('code') ?? ''
  const { data: invitation, error } = useInvitation(code)
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
        {code === '' ? (
          <LinkField />
        ) : error ? (
          <Invalid reason={errorMessage(error)} />
        ) : invitation ? (
          <Invitation code={code} invitation={invitation} />
        ) : (
          <Opening />
        )}
      </main>
    </div>
  )
}

/** Page that led here, such as the link of a view: it opens after the invitation was accepted. */
const readOrigin = (state: unknown): string | null => {
  const from = (state as { readonly from?: unknown } | null)?.from
  return typeof from === 'string' && from.startsWith('/') ? from : null
}

/** Renders a field for the link of an invitation, for those who came without it. */
function LinkField() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [error, setError] = useState<string>()
  const [link, setLink] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const code = new URLSearchParams(link.slice(link.indexOf('#') + 1).trim()).get('code') ?? ''
    if (code === '') setError(messageOfCode('link-not-valid'))
    else void navigate(`/invitation#${new URLSearchParams({ code }).toString()}`, { state })
  }
  return (
    <form onSubmit={submit} className="mt-3">
      <p className="mb-4 text-14 text-pretty text-muted">{t('invitation.linkHint')}</p>
      <TextField
        label={t('invitation.link')}
        required
        error={error}
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
      />
      <Actions>
        <Button tone="primary" size="large" type="submit">
          {t('invitation.open')}
        </Button>
        <Link to="/home" className={buttonClass('secondary', 'large')}>
          {t('invitation.toFiles')}
        </Link>
      </Actions>
    </form>
  )
}

function Opening() {
  const { t } = useTranslation()
  return (
    <p role="status" className="mt-3 text-14 text-muted">
      {t('invitation.opening')}
    </p>
  )
}

function useInvitation(code: string) {
  return useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => publicApi.call('openInvitation', { body: { code } }, { signal }),
    enabled: code !== '',
    // The server deletes an accepted invitation; this page then navigates by itself.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

function Invalid({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p role="alert" className="mt-3 text-14 text-pretty text-danger">
        {reason}
      </p>
      <Actions>
        <Link to="/home" className={buttonClass('secondary', 'large')}>
          {t('invitation.toFiles')}
        </Link>
      </Actions>
    </>
  )
}

function Invitation({ code, invitation }: { code: string; invitation: OpenedInvitation }) {
  const { t } = useTranslation()
  const { account, busy, signedIn } = useSession()
  useEffect(() => {
    // Outside the signed-in pages nothing else reads the account after a reload.
    if (signedIn && getSession().account === null) fetchAccount().catch(() => null)
  }, [signedIn])
  const { email, folders, invitedBy: name, project, role } = invitation
  const isOtherAccount = account !== null && account.email.toLowerCase() !== email
  return (
    <>
      <p className="mt-3 text-16 text-pretty">
        {t(name === '' ? 'invitation.invitedByNobody' : 'invitation.invited', { name, project })}
      </p>
      <p className="mt-1 text-14 text-pretty text-muted">
        {role === 'folder'
          ? folders.map((folder) => `${folder.name}: ${t(`share.roles.${folder.role}`)}`).join(' · ')
          : `${t(`share.roles.${role}`)} · ${t(`share.may.${role}`)}`}
      </p>
      {!signedIn ? (
        <Visitor email={email} />
      ) : isOtherAccount ? (
        <p role="alert" className="mt-6 text-14 text-pretty text-danger">
          {t('invitation.otherAccount', { email, account: account.email })}
        </p>
      ) : account === null && busy ? (
        <Opening />
      ) : (
        <Accept code={code} />
      )}
    </>
  )
}

const Actions = ({ children }: { children: ReactNode }) => <div className="mt-6 flex flex-wrap gap-2">{children}</div>

function Visitor({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="mt-6 text-14 text-pretty text-muted">{t('invitation.visitor', { email })}</p>
      <Actions>
        <Link to="/signUp" state={{ email }} className={buttonClass('primary', 'large')}>
          {t('invitation.signUp')}
        </Link>
        <Link to="/signin" state={{ email }} className={buttonClass('secondary', 'large')}>
          {t('invitation.signIn')}
        </Link>
      </Actions>
    </>
  )
}

function Accept({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const origin = readOrigin(useLocation().state)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const accept = (): void => {
    setBusy(true)
    setError(null)
    api.call('acceptInvitation', { body: { code } }).then(
      ({ name }) => {
        notify(t('invitation.accepted', { project: name }))
        void navigate(origin ?? '/home?scope=shared', { replace: true })
      },
      (error: unknown) => {
        setError(errorMessage(error))
        setBusy(false)
      },
    )
  }
  return (
    <>
      {error === null ? null : (
        <p role="alert" className="mt-3 text-14 text-danger">
          {error}
        </p>
      )}
      <Actions>
        <Button tone="primary" size="large" busy={busy} disabled={busy} onClick={accept}>
          {t('invitation.accept')}
        </Button>
        <Link to="/home" className={buttonClass('secondary', 'large')}>
          {t('invitation.later')}
        </Link>
      </Actions>
    </>
  )
}
