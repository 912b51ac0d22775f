import type { OpenedLink } from '@kamar/contracts'
import { type ReactNode, useState } from 'react'
import { useIsCompact } from '../../shared/use-media.js'
import { CanvasMenu } from '../shell/canvas-menu.js'
import { RenderEffectsMenu } from '../tools/effects/render-effects-menu.js'
import type { ModelViewDependencies } from '../session/model-view.js'
import { type PackageSource, PackageSourceContext } from '../session/package-source-context.js'
import { serverSource } from '../session/package-source.js'
import { PageDialogs } from '../shell/page-dialogs.js'
import { ProgressLine } from '../shell/progress-line.js'
import { ModelOrDrawing } from '../shell/sheets/drawing-slot.js'
import { ScreenReaderViewer } from '../shell/screen-reader-viewer.js'
import { startViewer } from '../session/start-viewer.js'
import { type ActiveModel, useModelView } from '../session/use-model-view.js'
import { useProgress } from '../session/use-progress.js'
import { useTree } from '../session/use-tree.js'
import { useViewerState } from '../session/use-viewer-state.js'
import { ViewerOverlay } from '../shell/viewer-overlay.js'
import { guestExports } from './fetch-original.js'
import { GuestBar } from './guest-bar.js'
import { GuestPanels } from './guest-panels.js'
import type { GuestLink } from './share-link.js'
import { type GuestPage, useGuestPage } from './use-guest-page.js'

interface GuestViewerProps {
  readonly link: GuestLink
  readonly openedLink: OpenedLink
}

interface GuestViewDependencies extends ModelViewDependencies {
  readonly sourceOf: PackageSource
}

/** Renders the viewer for guests, with every tool that affects their own screen only. */
export function GuestViewer({ link, openedLink }: GuestViewerProps) {
  const [parts] = useState((): GuestViewDependencies => ({
    startViewer: (container) => startViewer(container, { keyboard: false }),
    getToken: link.getToken,
    sourceOf: (urn, cachedManifest) =>
      serverSource(urn, { get: link.getToken, renew: link.renewToken }, cachedManifest),
  }))
  const { stage, ...model } = useModelView({ urn: openedLink.urn, version: 0 }, parts)
  const viewerState = useViewerState(model.viewer)
  const tree = useTree(model.viewer, model.manifest, openedLink.description)
  const page = useGuestPage({ model, viewerState, tree, isCompact: useIsCompact() })
  const [access] = useState(() => guestExports(link))
  const file =
    openedLink.mayDownload && model.manifest
      ? { urn: openedLink.urn, description: openedLink.description, access }
      : null
  const topBar = <GuestBar link={link} openedLink={openedLink} />
  return (
    <div className="fixed inset-0 overflow-hidden bg-page">
      <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
        <div ref={stage} className="model-stage absolute inset-0" />
        <ScreenReaderViewer
          {...{ tree, viewerState, name: openedLink.description }}
          viewer={model.viewer}
          measure={page.viewTools.measure}
        />
        <CanvasMenu viewer={model.viewer} tree={tree} viewerState={viewerState} />
        <PackageSourceContext value={parts.sourceOf}>
          <ModelOrDrawing model={model} file={file} topBar={<div className="pointer-events-auto">{topBar}</div>}>
            <OverModel model={model} page={page}>
              {topBar}
            </OverModel>
          </ModelOrDrawing>
        </PackageSourceContext>
      </main>
      <PageDialogs
        dialog={page.dialog}
        file={null}
        viewer={model.viewer}
        tree={tree}
        name={openedLink.description}
        fileId={null}
        onClose={() => page.setDialog(null)}
      />
    </div>
  )
}

interface OverModelProps {
  readonly model: ActiveModel
  readonly page: GuestPage
  readonly children: ReactNode
}

function OverModel({ model, page, children }: OverModelProps) {
  const progress = useProgress(model, null)
  return (
    <div className="pointer-events-none absolute inset-0">
      <div className="absolute inset-x-2 top-2 z-20">
        {children}
        <ProgressLine {...progress} />
      </div>
      <div className="absolute inset-0 flex items-center justify-center px-4 pt-16 pb-20">
        <ViewerOverlay model={model} />
      </div>
      <GuestPanels {...page} />
      <RenderEffectsMenu viewer={model.viewer} />
    </div>
  )
}
