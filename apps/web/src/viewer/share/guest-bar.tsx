import type { OpenedLink } from '@kamar/contracts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Mark } from '../../platform/brand/mark.js'
import { Button, buttonClass } from '../../platform/design/button.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { saveFile } from '../../platform/files/download/save-file.js'
import { LanguageSwitch } from '../../platform/i18n/language-switch.js'
import { useAsyncAction } from '../../platform/use-async-action.js'
import { fetchOriginal } from './fetch-original.js'
import type { GuestLink } from './share-link.js'

interface GuestBarProps {
  readonly link: GuestLink
  readonly openedLink: OpenedLink
}

/** Renders the file name, who shared it, and the link to sign in. */
export function GuestBar({ link, openedLink }: GuestBarProps) {
  const { t } = useTranslation()
  const { busy, begin } = useAsyncAction()
  const download = (): void =>
    begin(async () => {
      saveFile(await fetchOriginal(link), openedLink.description)
    })
  const sharedBy = openedLink.sharedBy === null ? '' : t('guest.sharedBy', { name: openedLink.sharedBy })
  return (
    <header className="pointer-events-auto flex h-12 pointer-coarse:h-13 items-center gap-2 rounded-card border border-line bg-surface px-1.5 shadow-float sm:gap-3">
      <Link
        to="/"
        aria-label={t('guest.home')}
        className="flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-sunken pointer-coarse:size-11"
      >
        <Mark size={24} />
      </Link>
      <h1 className="min-w-0 text-14 sm:max-w-[45%]">
        <MiddleEllipsis name={openedLink.description} />
      </h1>
      <p className="min-w-0 grow truncate text-13 text-muted max-md:sr-only">
        {[t('versions.number', { number: openedLink.fileVersion }), sharedBy].filter(Boolean).join(' · ')}
      </p>
      <div className="ms-auto flex shrink-0 items-center gap-1">
        {openedLink.mayDownload ? (
          <Button size="small" busy={busy} icon={<Download />} onClick={download}>
            <span className="max-sm:sr-only">{t('files.download')}</span>
          </Button>
        ) : null}
        <span className="max-sm:hidden">
          <LanguageSwitch />
        </span>
        <Link to="/signin" className={buttonClass('quiet', 'small')}>
          {t('guest.signIn')}
        </Link>
      </div>
    </header>
  )
}
