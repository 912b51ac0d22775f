import type { Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { type Observable, createObservable, useObservable } from '../../../shared/observable.js'
import { type ExtensionHost, extensionHostOf, type HostState, idleHost } from './extension-host.js'

const noState: Observable<HostState> = createObservable(idleHost)

/** The extensions of a viewer, and what they are doing; null without a viewer. */
export function useExtensionHost(viewer: Viewer | null): { readonly host: ExtensionHost | null } & HostState {
  const host = viewer ? extensionHostOf(viewer) : null
  return { host, ...useObservable(host?.state ?? noState) }
}

/** Brings back what ran last time, once the model is on screen: nothing of it is in the way of the first picture. */
export function useRestoredExtensions(
  host: ExtensionHost | null,
  { urn, pictureShown }: { readonly urn: string | null; readonly pictureShown: boolean },
): void {
  useEffect(() => host?.setUrn(urn), [host, urn])
  useEffect(() => {
    if (pictureShown) void host?.restore().catch(() => null)
  }, [host, pictureShown])
}
