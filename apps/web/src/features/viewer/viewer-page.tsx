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
import { useComparison } from './compare/use-comparison.js'
import { useInspector } from './use-inspector.js'
import { useModelView } from './use-model-view.js'
import { useOpenFile } from './use-open-file.js'
import { type LeftPanel, usePanels } from './use-panels.js'
import { useSelectSeveral } from './use-select-several.js'
import { useTree } from './use-tree.js'
import { useViewerFacts } from './use-viewer-state.js'
import { ViewerLayout, type ViewerLayoutProps } from './viewer-layout.js'
import { toolGroups } from './viewer-tools.js'

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
  const comparison = useComparison(model, panels.left === 'compare')
  const inspector = useInspector(model.viewer, !isPhone)
  const nested = useNestedPanel()
  const ar = useArDialog()
  useCoveredInsets(model.viewer, { panels, inspector, nested, isPhone })
  const [selectsSeveral, setSelectsSeveral] = useSelectSeveral(model.viewer)
  const closeSheets = (): void => {
    panels.setLeft(null)
    inspector.close()
  }
  const tools = toolGroups({
    viewer: model.viewer,
    facts,
    hasModel: model.pictureShown,
    selectsSeveral,
    onSelectsSeveral: setSelectsSeveral,
    nested: {
      isOpen: nested.isOpen,
      toggle() {
        if (isPhone) closeSheets()
        nested.toggle()
      },
    },
    ar,
    compare: isPhone ? compareTool({ panels, inspector, nested }) : null,
  })
  useTitle(open.name ?? t('viewer.title'))
  useOpenAfterUpload(openUrn)
  return (
    <div className="fixed inset-0 overflow-hidden bg-page">
      <main id="content" tabIndex={-1} className="absolute inset-0 outline-none">
        <div ref={stage} className="model-stage absolute inset-0" />
        <CanvasMenu viewer={model.viewer} tree={tree} facts={facts} />
        <ViewerLayout
          {...{ model, facts, tree, open, panels, inspector, nested, comparison, tools, isPhone, isNarrow }}
          onOpen={openUrn}
        />
      </main>
      <ArPlace dialog={ar} model={model} name={open.name} />
      <DropTarget />
      <UploadOverlay />
    </div>
  )
}

/** What the address asks for comes first; where a panel would cover the model, the model does. */
function firstPanel(search: URLSearchParams, isNarrow: boolean): { left?: LeftPanel | null } {
  if (search.has('compare')) return { left: 'compare' }
  if (isNarrow) return { left: null }
  return search.has('urn') ? {} : { left: 'models' }
}

/** On a phone, where there is one sheet at a time. */
function compareTool({ panels, inspector, nested }: Pick<ViewerLayoutProps, 'panels' | 'inspector' | 'nested'>) {
  return {
    isOpen: panels.left === 'compare',
    toggle() {
      inspector.close()
      nested.close()
      panels.toggleLeft('compare')
    },
  }
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
