import { Link } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { copyText } from '../design/copy-button.js'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'
import { formatModelLink } from '../files/viewer-path.js'
import { useAsyncAction } from '../use-async-action.js'
import type { CurrentView } from './current-view.js'
import { NewAddress } from './new-address.js'
import { VersionChoice } from './version-choice.js'

/** Renders the link to what the viewer shows, for people with access to the file. */
export function ViewLinkSection({ view }: { readonly view: CurrentView }) {
  const { t } = useTranslation()
  const [followsLatest, setFollowsLatest] = useState(view.fileVersion === null)
  const [address, setAddress] = useState<string | null>(null)
  const { busy, begin } = useAsyncAction()
  const copy = async (): Promise<void> => {
    try {
      const link = formatModelLink({ urn: view.urn, viewId: await view.store(), followsLatest })
      setAddress(link)
      if (await copyText(link)) notify(t('share.viewCopied'))
    } catch (error) {
      notify(errorMessage(error), { tone: 'problem' })
    }
  }
  return (
    <section aria-label={t('share.viewLink')} className="mb-6 border-b border-line pb-6">
      <h3 className="text-14">{t('share.viewLink')}</h3>
      <p className="mt-0.5 mb-3 text-12 text-pretty text-muted">{t('share.viewLinkHint')}</p>
      {address === null ? null : <NewAddress text={t('share.viewMade')} address={address} />}
      <div className="flex flex-wrap items-end gap-3">
        <VersionChoice
          followsLatest={followsLatest}
          onChange={(next) => {
            setFollowsLatest(next)
            setAddress(null)
          }}
        />
        <Button icon={<Link />} busy={busy} onClick={() => begin(copy)}>
          {t('share.copyView')}
        </Button>
      </div>
    </section>
  )
}
