import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { DropTarget } from '../../shared/files/drop-anywhere.js'
import { UploadOverlay } from '../../shared/files/upload-overlay.js'
import { useUploadResults } from '../../shared/files/use-upload-results.js'
import { useIsNarrow, useIsPhone } from '../../shared/use-media.js'
import { useTitle } from '../../shared/use-title.js'
import { ArPlace } from './ar/ar-place.js'
import { useArDialog } from './ar/use-ar-dialog.js'
import { CanvasMenu } from './canvas-menu.js'
import { useNestedPanel } from './nested/use-nested-panel.js'
import { useCoveredInsets } from './use-covered-insets.js'
import { PageDialogs } from './page-dialogs.js'
import { usePageCollaboration } from './use-page-collaboration.js'
import { usePageTools } from './use-page-tools.js'
import { useComparison } from './compare/use-comparison.js'
import { useInspector } from './use-inspector.js'
import { useModelTools } from './use-model-tools.js'
import { useModelView } from './use-model-view.js'
import { useOpenFile } from './use-open-file.js'
import { type LeftPanel, usePanels } from './use-panels.js'
import { useTree } from './use-tree.js'
import { useViewTools } from './use-view-tools.js'
import { useViewerFacts } from './use-viewer-state.js'
import { ViewerLayout } from './viewer-layout.js'

/** A model that was just uploaded is opened a moment later, so that its name was seen in the list. */
const openAfterUploadMilliseconds = 2_000

/** The viewer: the model over the whole page, everything else floats over it. */
export function ViewerPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const urn = search.get('urn')
  const openUrn = useOpenUrn()
  const open = useOpenFile(urn)
  const { stage, ...model } = useModelView({ urn, version: open.version })
  const facts = useViewerFacts(model.viewer)
  const tree = useTree(model.viewer, model.manifest)
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const panels = usePanels(firstPanel(search, isNarrow))
  const comparison = useComparison(model, panels.left === 'compare' && !open.isExample)
  const inspector = useInspector(model.viewer, !isPhone)
  const talk = usePageCollaboration({ urn, open, model, tree, panels, inspector, isPhone })
  const nested = useNestedPanel()
  const ar = useArDialog()
  useCoveredInsets(model.viewer, { panels, inspector, nested, isPhone })
  const viewTools = useViewTools(model.viewer, {
    panels,
    isPhone,
    keys: model.pictureShown && !talk.markup.isDrawing,
    closeSheets: inspector.close,
  })
  const modelTools = useModelTools(model.viewer)
  const page = { model, facts, open, panels, inspector, nested, talk, viewTools, modelTools, isPhone }
  const tools = usePageTools({ ...page, ar })
  useTitle(open.name ?? t('viewer.title'))
  useOpenAfterUpload(openUrn)
  return (
    <div className="fixed inset-0 overflow-hidden bg-page">
      <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
        <div ref={stage} className="model-stage absolute inset-0" />
        <CanvasMenu viewer={model.viewer} tree={tree} facts={facts} onTopic={talk.onTopic} />
        <ViewerLayout
          {...page}
          {...{ tree, comparison, tools, isNarrow }}
          onOpen={openUrn}
          onShare={open.file ? () => talk.setDialog('share') : null}
        />
      </main>
      <ArPlace dialog={ar} model={model} name={open.name} />
      <PageDialogs
        dialog={talk.dialog}
        file={open.file}
        viewer={model.viewer}
        name={open.name}
        onClose={() => talk.setDialog(null)}
      />
      <DropTarget />
      <UploadOverlay />
    </div>
  )
}

/** What the address asks for comes first; where a panel would cover the model, the model does. */
function firstPanel(search: URLSearchParams, isNarrow: boolean): { left?: LeftPanel | null } {
  if (search.has('topic')) return { left: 'topics' }
  if (search.has('compare')) return { left: 'compare' }
  if (isNarrow) return { left: null }
  return search.has('urn') ? {} : { left: 'models' }
}

function useOpenUrn(): (urn: string) => void {
  const navigate = useNavigate()
  return (urn) => void navigate(`/ViewerPage?urn=${encodeURIComponent(urn)}`)
}

function useOpenAfterUpload(openUrn: (urn: string) => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useUploadResults(({ urn }) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => openUrn(urn), openAfterUploadMilliseconds)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
