import type { Manifest, ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { useObservable } from '../../../platform/observable.js'
import { idleState, type ModelViewState } from '../../session/model-view.js'
import { packageSource } from '../../session/packages/package-source.js'
import { startViewer, useViewerFollowsPage } from '../../session/start-viewer.js'
import { useSelectedVolumes } from '../../session/reveal/use-selected-volumes.js'
import { getViewerToken } from '../../session/packages/viewer-token.js'
import { NestedView } from './nested-view.js'
import type { Viewable } from './viewables.js'

const startRendering = (container: HTMLElement) => startViewer(container, { rendering: 'at-once' })

/** Subject of the nested view. */
export interface NestedSubject {
  readonly main: Viewer
  readonly urn: string
  /** Manifest of the package that the main view has loaded; its files are in the browser's memory. */
  readonly manifest: Manifest
  readonly viewable: Viewable
  readonly camerasLinked: boolean
  readonly tree: ModelTree | null
  readonly selected: readonly number[]
}

interface ShownNestedView extends ModelViewState {
  readonly stage: RefCallback<HTMLElement>
  readonly retry: () => void
}

/** Runs a second engine in an element of the page; starts and ends with the element. */
export function useNestedView({
  main,
  urn,
  manifest,
  viewable,
  camerasLinked,
  ...subject
}: NestedSubject): ShownNestedView {
  const [view, setView] = useState<NestedView | null>(null)
  const stage = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const createSource = (): ReturnType<typeof packageSource> => packageSource(urn, manifest)
      const started = new NestedView(main, {
        startViewer: startRendering,
        getToken: getViewerToken,
        createSource,
      })
      setView(started)
      void started.start(element, urn)
      return () => started.dispose()
    },
    [main, urn, manifest],
  )
  useEffect(() => view?.linkCameras(camerasLinked), [view, camerasLinked])
  useEffect(() => view?.show(viewable), [view, viewable])
  const state = useObservable(view?.model.state ?? idleState)
  useViewerFollowsPage(state.viewer)
  useSelectedVolumes(state.viewer, subject.tree, subject.selected)
  return { ...state, stage, retry: () => void view?.model.retry() }
}
