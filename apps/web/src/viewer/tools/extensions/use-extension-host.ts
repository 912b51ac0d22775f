import type { Viewer } from '@kamar/viewer'
import { useEffect } from 'react'
import { type Observable, createObservable, useObservable } from '../../../platform/observable.js'
import type { Session } from '../../session/session.js'
import { type ExtensionHost, type ExtensionStates, getExtensionHost } from './extension-host.js'

const noStates: Observable<ExtensionStates> = createObservable<ExtensionStates>(new Map())

/** Returns the extensions of a viewer and their states; null without a viewer. */
export function useExtensionHost(viewer: Viewer | null) {
  const host: ExtensionHost | null = viewer ? getExtensionHost(viewer) : null
  return { host, states: useObservable(host?.states ?? noStates) }
}

/**
 * Gives the session to the extensions, and restores those that ran last time once the model is on screen, so that they
 * do not delay the first frame.
 */
export function useExtensions(session: Session): null {
  const { viewer, model } = session
  const host = viewer ? getExtensionHost(viewer) : null
  useEffect(() => host?.setSession(session), [host, session])
  useEffect(() => {
    if (model.hasFirstFrame) void host?.restore().catch(() => null)
  }, [host, model.hasFirstFrame])
  return null
}
