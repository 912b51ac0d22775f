import type { ModelSet } from '@kamar/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { findParameter, sheetParameter } from '../../platform/files/viewer-path.js'
import { DropTarget } from '../../platform/files/upload/drop-target.js'
import { UploadTray } from '../../platform/files/upload/upload-tray.js'
import { useIsNarrow } from '../../platform/use-media.js'
import { useTitle } from '../../platform/use-title.js'
import { tools } from '../generated/tools.js'
import { useOpenedSet } from '../session/models/use-opened-set.js'
import type { Session } from '../session/session.js'
import type { AddressedDisplay } from '../session/sheets/use-drawing.js'
import { useFileAccess } from '../session/use-file-access.js'
import { useLatestVersion } from '../session/use-latest-version.js'
import { useModelView } from '../session/use-model-view.js'
import { useNewSession } from '../session/use-new-session.js'
import { useOfflineCache } from '../session/use-offline-cache.js'
import { useOpenFile } from '../session/use-open-file.js'
import { ViewerShell } from './viewer-shell.js'
import { ViewerTopBar } from './viewer-top-bar.js'

/** Renders the viewer page of a user with an account. */
export function ViewerPage() {
  const { stage, session } = useAccountSession()
  return (
    <ViewerShell {...{ session, stage, tools }} topBar={<ViewerTopBar />}>
      <DropTarget />
      <UploadTray isTransient />
    </ViewerShell>
  )
}

/** Opens the model or the set that the address names. */
function useAccountSession(): Pick<ReturnType<typeof useModelView>, 'stage'> & { readonly session: Session } {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const set = useOpenedSet(search.get('set'))
  const urn = search.get('urn') ?? findFirstUrn(set)
  const open = useOpenFile(urn)
  useLatestVersion(urn, open)
  const { stage, ...model } = useModelView({ urn, version: open.version })
  const [first] = useState(search)
  const session = useNewSession({
    model,
    set,
    tools,
    access: useFileAccess(model, open),
    firstPanel: findFirstPanel(first, useIsNarrow()),
    openUrn: useOpenUrn(),
    addressed: findAddressedDisplay(first),
  })
  useOfflineCache(model, open)
  useTitle(set?.name ?? open.name ?? t('viewer.title'))
  return { stage, session }
}

const findFirstUrn = (set: ModelSet | null): string | null =>
  set?.members.find(({ file }) => file !== null)?.file?.urn ?? null

/** Returns the initial panel: that of the address, else the last one; none where it would cover the model. */
function findFirstPanel(search: URLSearchParams, isNarrow: boolean): string | null | undefined {
  for (const tool of tools) {
    const panel = tool.firstPanel?.(search, { isNarrow }) ?? null
    if (panel !== null) return panel
  }
  return isNarrow ? null : undefined
}

/** Returns what the address shows first: a sheet, or for a search of elements the model. */
function findAddressedDisplay(search: URLSearchParams): AddressedDisplay | null {
  const urn = search.get('urn')
  const sheetKey = search.get(sheetParameter)
  if (urn === null) return null
  if (sheetKey !== null) return { urn, view: 'sheet', sheetKey }
  return search.has(findParameter) ? { urn, view: 'model', sheetKey: null } : null
}

function useOpenUrn(): (urn: string) => void {
  const navigate = useNavigate()
  return (urn) => void navigate(`/ViewerPage?urn=${encodeURIComponent(urn)}`)
}
