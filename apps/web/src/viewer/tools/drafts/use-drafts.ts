import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../../platform/auth/session.js'
import { viewParameter } from '../../../platform/files/viewer-path.js'
import { createObservable, useObservable } from '../../../platform/observable.js'
import { storage, storageKeys } from '../../../platform/storage.js'
import type { Session } from '../../session/session.js'
import { createDraftStore } from './draft-store.js'
import { type DraftState, DraftSync } from './draft-sync.js'

/** Draft of the open file. */
export interface DraftsControl extends DraftState {
  readonly sync: DraftSync | null
}

const withoutDraft = createObservable<DraftState>({ kind: 'none', views: [] })

/** Keeps the draft of the open file while its model is displayed. */
export function useDrafts({ access, model, viewer }: Session): DraftsControl {
  const { account } = useSession()
  const [search] = useSearchParams()
  const [sync, setSync] = useState<DraftSync | null>(null)
  const { renderedManifest, urn } = model
  const { fileId, fileVersion, hasAccount, isExample } = access
  const owner = hasAccount ? (account?.id ?? storage.read(storageKeys.deviceOwner)) : null
  const isReady = model.manifest?.state === 'complete' && (!hasAccount || fileId !== null || isExample)
  const opensView = search.has(viewParameter)
  useEffect(() => {
    if (!viewer || !isReady || urn === null) return undefined
    const store = createDraftStore({ fileId, owner, urn })
    const started = new DraftSync({ viewer, store, key: fileId, fileVersion, opensView })
    setSync(started)
    void started.start()
    return () => {
      started.dispose()
      setSync(null)
    }
    // The parameter matters when the model is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [viewer, isReady, urn, fileId, fileVersion, owner, renderedManifest])
  return { sync, ...useObservable(sync?.state ?? withoutDraft) }
}
