import { ApiError, limits } from '@kamar/contracts'
import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { listOnDevice } from '../../platform/offline-models/device-models.js'
import { useObservable } from '../../platform/observable.js'
import { idleState, ModelView, type ModelViewDependencies, type ModelViewState } from './model-view.js'
import { packageSource } from './packages/package-source.js'
import { startViewer, useViewerFollowsPage } from './start-viewer.js'
import { type FoundViewerToken, getViewerToken, renewViewerToken } from './packages/viewer-token.js'

const pageParts: ModelViewDependencies = {
  startViewer: (container) => startViewer(container, { keyboard: false }),
  getToken: getTokenOrNone,
  createSource: (urn) => packageSource(urn),
}

/** Returns the token, or an empty one offline, as models stored on this device open without it. */
async function getTokenOrNone(): Promise<FoundViewerToken> {
  try {
    return await getViewerToken()
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.status === null
    if (!isUnreachable || (await listOnDevice()).length === 0) throw error
    return { token: '', from: 'storage' }
  }
}

export interface ActiveModel extends ModelViewState {
  readonly retry: () => void
  /** Draws models from now on; until then only their data is loaded. */
  readonly startRendering: () => void
}

export interface WantedModel {
  /** Null for none, '' for an address that names a model without a value. */
  readonly urn: string | null
  /** Changes when the same URN has a new package, because files were attached: the model is then reloaded. */
  readonly version: number
}

/** Runs the model view in an element of the page: starts and ends with the element, and shows the requested model. */
export function useModelView(
  { urn, version }: WantedModel,
  parts: ModelViewDependencies = pageParts,
): ActiveModel & { readonly stage: RefCallback<HTMLElement> } {
  const [view, setView] = useState<ModelView | null>(null)
  const stage = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const started = new ModelView(parts)
      setView(started)
      void started.start(element)
      return () => started.dispose()
    },
    [parts],
  )
  useEffect(() => void view?.open(urn, version), [view, urn, version])
  const state = useObservable(view?.state ?? idleState)
  useViewerFollowsPage(state.viewer)
  useTokenRenewal(parts === pageParts)
  const startRendering = useCallback(() => void view?.startRendering(), [view])
  return { ...state, stage, startRendering, retry: () => void view?.retry() }
}

/** Renews the viewer's token every half hour, long before it expires. */
function useTokenRenewal(hasAccount: boolean): void {
  useEffect(() => {
    if (!hasAccount) return undefined
    const renew = (): void => void renewViewerToken().catch(() => null)
    const timer = setInterval(renew, limits.viewerTokenRefreshMilliseconds)
    return () => clearInterval(timer)
  }, [hasAccount])
}
