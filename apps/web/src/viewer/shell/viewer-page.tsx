import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DropTarget } from '../../shared/files/drop-anywhere.js'
import { UploadTray } from '../../shared/files/upload-tray.js'
import { useIsNarrow, useIsCompact } from '../../shared/use-media.js'
import { useTitle } from '../../shared/use-title.js'
import { ArSlot } from '../tools/ar/ar-slot.js'
import { useArDialog } from '../tools/ar/use-ar-dialog.js'
import { useViewerCommands } from './commands/use-viewer-commands.js'
import { CanvasMenu } from './canvas-menu.js'
import { useNestedPanel } from '../tools/nested/use-nested-panel.js'
import { useCoveredInsets } from './use-covered-insets.js'
import { PageDialogs } from './page-dialogs.js'
import { usePageCollaboration } from './use-page-collaboration.js'
import { usePageTools } from './use-page-tools.js'
import { useComparison } from '../tools/comparison/use-comparison.js'
import { useOfflineCache } from '../session/use-offline-cache.js'
import { DrawingSlot } from './sheets/drawing-slot.js'
import { ScreenReaderViewer } from './screen-reader-viewer.js'
import { useInspector } from '../session/use-inspector.js'
import { useModelTools } from './use-model-tools.js'
import { useModelView } from '../session/use-model-view.js'
import { useOpenFile } from '../session/use-open-file.js'
import { type LeftPanel, usePanels } from '../session/use-panels.js'
import { companionParameter } from '../tools/federation/use-models-of-address.js'
import { useOpenedSet } from '../tools/federation/use-opened-set.js'
import { usePageFederation } from '../tools/federation/use-page-federation.js'
import { useTree } from '../session/use-tree.js'
import { useViewTools } from './use-view-tools.js'
import { useViewerState } from '../session/use-viewer-state.js'
import { ViewerLayout } from './viewer-layout.js'

/** Renders the viewer page: the model over the whole page, with everything else floating over it. */
export function ViewerPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const set = useOpenedSet(search.get('set'))
  const urn = search.get('urn') ?? set?.members.find(({ file }) => file !== null)?.file?.urn ?? null
  const openUrn = useOpenUrn()
  const open = useOpenFile(urn)
  const { stage, ...model } = useModelView({ urn, version: open.version })
  const viewerState = useViewerState(model.viewer)
  const tree = useTree(model.viewer, model.renderedManifest, open.name)
  const isCompact = useIsCompact()
  const isNarrow = useIsNarrow()
  const panels = usePanels(firstPanel(search, isNarrow))
  const inspector = useInspector(model.viewer, !isCompact)
  const talk = usePageCollaboration({ urn, open, model, tree, panels, inspector, isCompact })
  const federation = usePageFederation({ urn, set, model, open, talk, panels, openUrn })
  const comparison = useComparison(model, panels.left === 'compare' && !open.isExample && !federation.isJoined)
  const nested = useNestedPanel()
  const ar = useArDialog()
  useCoveredInsets(model.viewer, { panels, inspector, nested, isCompact })
  const viewTools = useViewTools(model.viewer, { panels, isCompact, closeSheets: inspector.close })
  const modelTools = useModelTools(model.viewer)
  const page = { model, viewerState, open, panels, inspector, nested, talk, viewTools, modelTools, isCompact }
  const tools = usePageTools({ ...page, ar })
  useViewerCommands({ ...page, tools })
  useOfflineCache(model, open)
  useTitle(set?.name ?? open.name ?? t('viewer.title'))
  const share = open.file ? (): void => talk.setDialog('share') : null
  return (
    <div className="fixed inset-0 overflow-hidden bg-page">
      <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
        <div ref={stage} className="model-stage absolute inset-0" />
        <ScreenReaderViewer
          {...{ tree, viewerState, name: open.name }}
          viewer={model.viewer}
          measure={viewTools.measure}
        />
        <CanvasMenu viewer={model.viewer} tree={tree} viewerState={viewerState} onTopic={talk.onTopic} />
        <DrawingSlot {...{ model, open, comparison, panels }} onShare={share}>
          <ViewerLayout
            {...page}
            {...{ tree, comparison, federation, tools, isNarrow }}
            onOpen={openUrn}
            onShare={share}
          />
        </DrawingSlot>
      </main>
      <ArSlot dialog={ar} model={model} name={open.name} />
      <PageDialogs
        {...{ tree, viewer: model.viewer, file: open.file, name: open.name }}
        dialog={talk.dialog}
        fileId={talk.collaboration.fileId}
        onClose={() => talk.setDialog(null)}
      />
      <DropTarget />
      <UploadTray isTransient />
    </div>
  )
}

/** Returns the initial panel. The address takes precedence; no panel opens where it would cover the model. */
function firstPanel(search: URLSearchParams, isNarrow: boolean): { left?: LeftPanel | null } {
  if (search.has('topic')) return { left: 'topics' }
  if (search.has('compare')) return { left: 'compare' }
  if ((search.has('set') || search.has(companionParameter)) && !isNarrow) return { left: 'together' }
  if (isNarrow) return { left: null }
  return search.has('urn') ? {} : { left: 'models' }
}

function useOpenUrn(): (urn: string) => void {
  const navigate = useNavigate()
  return (urn) => void navigate(`/ViewerPage?urn=${encodeURIComponent(urn)}`)
}
