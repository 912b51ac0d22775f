import type { Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { type Observable, createObservable, useObservable } from '../../../shared/observable.js'
import { type ExtensionHost, getExtensionHost, type HostState, idleHost } from './extension-host.js'

const noState: Observable<HostState> = createObservable(idleHost)

/** Returns the extensions of a viewer and their states; null without a viewer. */
export function useExtensionHost(viewer: Viewer | null): { readonly host: ExtensionHost | null } & HostState {
  const host = viewer ? getExtensionHost(viewer) : null
  return { host, ...useObservable(host?.state ?? noState) }
}

/**
 * Restores the extensions that ran last time once the model is on screen, so that they do not delay the first frame.
 */
export function useRestoredExtensions(
  host: ExtensionHost | null,
  { urn, hasFirstFrame }: { readonly urn: string | null; readonly hasFirstFrame: boolean },
): void {
  useEffect(() => host?.setUrn(urn), [host, urn])
  useEffect(() => {
    if (hasFirstFrame) void host?.restore().catch(() => null)
  }, [host, hasFirstFrame])
}
