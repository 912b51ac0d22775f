import type { OpenedLink } from '@kamar/contracts'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../../../shared/use-media.js'
import { CanvasMenu } from '../canvas-menu.js'
import { LookMenu } from '../look/look-menu.js'
import type { ModelViewParts } from '../model-view.js'
import { type PackageSource, PackageSourceContext } from '../package-source-context.js'
import { serverSource } from '../package-source.js'
import { PageDialogs } from '../page-dialogs.js'
import { ProgressLine } from '../progress-line.js'
import { ModelOrDrawing } from '../sheets/drawing-place.js'
import { SpokenViewer } from '../spoken-viewer.js'
import { startViewer } from '../start-viewer.js'
import { type ShownModel, useModelView } from '../use-model-view.js'
import { useProgress } from '../use-progress.js'
import { useTree } from '../use-tree.js'
import { useViewerFacts } from '../use-viewer-state.js'
import { ViewerState } from '../viewer-states.js'
import { guestExports } from './fetch-original.js'
import { GuestBar } from './guest-bar.js'
import { GuestPanels } from './guest-panels.js'
import type { GuestLink } from './share-link.js'
import { type GuestPage, useGuestPage } from './use-guest-page.js'

interface GuestViewerProps {
  readonly link: GuestLink
  readonly opened: OpenedLink
}

interface GuestParts extends ModelViewParts {
  readonly sourceOf: PackageSource
}

/** The viewer for guests: every tool that changes nothing but their own screen. */
export function GuestViewer({ link, opened }: GuestViewerProps) {
  const [parts] = useState((): GuestParts => ({
    startViewer: (container) => startViewer(container, { keyboard: false }),
    getToken: link.getToken,
    sourceOf: (urn, known) => serverSource(urn, { get: link.getToken, renew: link.renewToken }, known),
  }))
  const { stage, ...model } = useModelView({ urn: opened.urn, version: 0 }, parts)
  const facts = useViewerFacts(model.viewer)
  const tree = useTree(model.viewer, model.manifest, opened.description)
  const page = useGuestPage({ model, facts, tree, isPhone: useIsPhone() })
  const [access] = useState(() => guestExports(link))
  const file =
    opened.mayDownload && model.manifest ? { urn: opened.urn, description: opened.description, access } : null
  const topBar = <GuestBar link={link} opened={opened} />
  return (
    <div className="fixed inset-0 overflow-hidden bg-page">
      <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
        <div ref={stage} className="model-stage absolute inset-0" />
        <SpokenViewer
          {...{ tree, facts, name: opened.description }}
          viewer={model.viewer}
          measure={page.viewTools.measure}
        />
        <CanvasMenu viewer={model.viewer} tree={tree} facts={facts} />
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
        name={opened.description}
        fileId={null}
        onClose={() => page.setDialog(null)}
      />
    </div>
  )
}

interface OverModelProps {
  readonly model: ShownModel
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
        <ViewerState model={model} />
      </div>
      <GuestPanels {...page} />
      <LookMenu viewer={model.viewer} />
    </div>
  )
}
