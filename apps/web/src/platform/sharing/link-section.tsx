import type { ShareLink } from '@kamar/contracts'
import { Link2, Link2Off, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../design/button.js'
import { notify } from '../design/toasts-state.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage } from '../errors/error-message.js'
import { MetadataLine } from '../format/metadata-line.js'
import { TimeInText } from '../format/shown-time.js'
import type { CurrentView } from './current-view.js'
import { LinkForm } from './link-form.js'
import { NewAddress } from './new-address.js'
import { useShareLinks, useSharingCalls } from './use-members.js'

interface LinkSectionProps {
  readonly fileId: string
  readonly currentView: CurrentView | null
}

/** Renders the secret links, which show the model without an account. */
export function LinkSection({ currentView, fileId }: LinkSectionProps) {
  const { t } = useTranslation()
  const links = useShareLinks(fileId, true)
  const [makes, setMakes] = useState(false)
  /** The address is shown only once: the server stores only its hash. */
  const [address, setAddress] = useState<string | null>(null)
  const calls = useSharingCalls(fileId)
  const revoke = (link: ShareLink): void => {
    setAddress(null)
    calls.revokeLink(link.id).catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  }
  return (
    <section aria-label={t('share.links')} className="border-t border-line pt-4">
      <h3 className="text-14">{t('share.links')}</h3>
      <p className="mt-0.5 mb-3 text-12 text-pretty text-muted">{t('share.linksHint')}</p>
      {address === null ? null : <NewAddress text={t('share.linkMade')} address={address} />}
      {links.isPending ? <Skeleton className="h-12 w-full" /> : null}
      {links.isError ? (
        <p role="alert" className="text-13 text-danger">
          {t('share.failed', { reason: errorMessage(links.error) })}
        </p>
      ) : null}
      <ul className="divide-y divide-line/60">
        {links.data?.map((link) => (
          <LinkRow key={link.id} link={link} onRevoke={() => revoke(link)} />
        ))}
      </ul>
      {makes ? (
        <LinkForm
          {...{ fileId, currentView }}
          onCancel={() => setMakes(false)}
          onCreate={async (form) => {
            setAddress(await calls.createLink(form))
            setMakes(false)
          }}
        />
      ) : (
        <Button size="small" className="mt-2" icon={<Link2 />} onClick={() => setMakes(true)}>
          {t('share.newLink')}
        </Button>
      )}
    </section>
  )
}

function LinkRow({ link, onRevoke }: { link: ShareLink; onRevoke: () => void }) {
  const { t } = useTranslation()
  const name = link.name || t('share.unnamed')
  const items = [
    link.followsLatest ? t('share.latestVersion') : t('versions.number', { number: link.fileVersion }),
    ...(link.view === null
      ? []
      : [link.view === '' ? t('share.opensOwnView') : t('share.opensView', { name: link.view })]),
    link.expiresAt === null ? (
      t('share.noEnd')
    ) : (
      <TimeInText key="end" value={link.expiresAt} as="day">
        {(date) => t('share.until', { date })}
      </TimeInText>
    ),
    t(link.mayDownload ? 'share.lookAndDownload' : 'share.look'),
    t('share.opened', { count: link.opened }),
  ]
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-control bg-sunken text-muted">
        {link.hasPassword ? <LockKeyhole /> : <Link2 />}
      </span>
      <div className="min-w-0 grow">
        <p className="text-14 font-medium wrap-anywhere">
          {name}
          {link.state === 'active' ? null : (
            <span className="font-normal text-danger">{` · ${t(`share.${link.state}`)}`}</span>
          )}
          {link.hasPassword ? <span className="sr-only">{` · ${t('share.withPassword')}`}</span> : null}
        </p>
        <p className="text-12 text-pretty text-muted">
          <MetadataLine items={items} />
        </p>
      </div>
      <IconButton label={t('share.revoke', { name })} onClick={onRevoke}>
        <Link2Off />
      </IconButton>
    </li>
  )
}
