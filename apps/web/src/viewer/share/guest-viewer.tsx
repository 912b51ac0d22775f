import type { OpenedLink } from '@kamar/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { TimeInText } from '../../platform/format/shown-time.js'
import { guestTools } from '../generated/guest-tools.js'
import type { ModelViewDependencies } from '../session/model-view.js'
import { type PackageSource, PackageSourceContext } from '../session/packages/package-source-context.js'
import { serverSource } from '../session/packages/package-source.js'
import type { FileAccess } from '../session/session.js'
import { startViewer } from '../session/start-viewer.js'
import { type ActiveModel, useModelView } from '../session/use-model-view.js'
import { useNewSession } from '../session/use-new-session.js'
import { NewerVersion } from '../shell/guest/newer-version.js'
import { useLinkedView } from '../shell/guest/use-linked-view.js'
import { ViewerShell } from '../shell/viewer-shell.js'
import { guestExports } from './fetch-original.js'
import { GuestBar } from './guest-bar.js'
import type { GuestLink } from './share-link.js'
import { useVersionPolling } from './use-version-polling.js'

interface GuestViewerProps {
  readonly link: GuestLink
  readonly openedLink: OpenedLink
}

interface GuestViewDependencies extends ModelViewDependencies {
  readonly createSource: PackageSource
}

/** Renders the viewer for guests, with every tool that affects their own screen only. */
export function GuestViewer({ link, openedLink }: GuestViewerProps) {
  const [parts] = useState((): GuestViewDependencies => ({
    startViewer: (container) => startViewer(container, { keyboard: false }),
    getToken: link.getToken,
    createSource: (urn, cachedManifest) =>
      serverSource(urn, { get: link.getToken, renew: link.renewToken }, cachedManifest),
  }))
  return (
    <PackageSourceContext value={parts.createSource}>
      <GuestShell {...{ link, openedLink, parts }} />
    </PackageSourceContext>
  )
}

function GuestShell({ link, openedLink, parts }: GuestViewerProps & { readonly parts: GuestViewDependencies }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // Renewing the link may change the version that it names; the page stays on the one that it opened.
  const [{ fileVersion, urn, view }, setShownLink] = useState(openedLink)
  useVersionPolling(link, openedLink)
  const { stage, ...model } = useModelView({ urn, version: 0 }, parts)
  const session = useNewSession({
    model,
    tools: guestTools,
    set: null,
    access: useGuestAccess(link, openedLink, model),
    firstPanel: null,
    openUrn: () => void navigate('/'),
  })
  useLinkedView(session, { urn, view })
  const topBar = (
    <>
      <GuestBar link={link} openedLink={{ ...openedLink, fileVersion }} />
      {openedLink.urn === urn ? null : (
        <NewerVersion
          text={
            <TimeInText value={openedLink.created_at} as="age">
              {(time) => t('guest.newVersion', { number: openedLink.fileVersion, time })}
            </TimeInText>
          }
          label={t('guest.showVersion')}
          onShow={() => setShownLink({ ...openedLink, view: null })}
        />
      )}
    </>
  )
  return <ViewerShell {...{ session, stage }} tools={guestTools} topBar={topBar} />
}

/** Returns what a guest may do with the file. */
function useGuestAccess(
  link: GuestLink,
  { description, mayDownload, urn }: OpenedLink,
  model: ActiveModel,
): FileAccess {
  const [access] = useState(() => guestExports(link))
  return {
    hasAccount: false,
    isOlder: false,
    isExample: false,
    isUnreachable: false,
    file: null,
    fileId: null,
    role: null,
    fileVersion: null,
    detail: null,
    name: description,
    exported: mayDownload && model.manifest ? { urn, description, access } : null,
  }
}
