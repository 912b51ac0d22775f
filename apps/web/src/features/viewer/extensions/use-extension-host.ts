import type { Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { type Observable, createObservable, useObservable } from '../../../shared/observable.js'
import { type ExtensionHost, getExtensionHost, type HostState, idleHost } from './extension-host.js'

const noState: Observable<HostState> = createObservable(idleHost)

/** The extensions of a viewer, and what they are doing; null without a viewer. */
export function useExtensionHost(viewer: Viewer | null): { readonly host: ExtensionHost | null } & HostState {
  const host = viewer ? getExtensionHost(viewer) : null
  return { host, ...useObservable(host?.state ?? noState) }
}

/** Brings back what ran last time, once the model is on screen: nothing of it is in the way of the first picture. */
export function useRestoredExtensions(
  host: ExtensionHost | null,
  { urn, hasFirstFrame }: { readonly urn: string | null; readonly hasFirstFrame: boolean },
): void {
  useEffect(() => host?.setUrn(urn), [host, urn])
  useEffect(() => {
    if (hasFirstFrame) void host?.restore().catch(() => null)
  }, [host, hasFirstFrame])
}
