import { useTranslation } from 'react-i18next'
import { ComparePanel } from '../tools/comparison/compare-panel.js'
import { ExtensionsPanel } from '../tools/extensions/extensions-panel.js'
import { ModelsPanel } from '../tools/files/models-panel.js'
import { NavigationPanel } from '../tools/navigation/navigation-panel.js'
import { Panel } from '../kit/panel.js'
import { SearchPanel } from '../tools/search/search-panel.js'
import { MeasurePanel } from '../tools/measure/measure-panel.js'
import { SectionPanel } from '../tools/section/section-panel.js'
import { ColorsPanel } from '../tools/colors/colors-panel.js'
import { FilterPanel } from '../tools/filter/filter-panel.js'
import { ChooseModel } from '../tools/federation/choose-model.js'
import { FederationPanel } from '../tools/federation/federation-panel.js'
import { TopicsPanel } from '../tools/issues/topics-panel.js'
import { TreePanel } from '../tools/tree/tree-panel.js'
import { canCompare, type ViewerLayoutProps } from './viewer-layout.js'
import { ViewsPanel } from '../tools/views/views-panel.js'
import { railPanels } from './viewer-rail.js'

/** Panels that open with a tool. */
const toolPanels = [
  { name: 'section', text: 'section.title' },
  { name: 'measure', text: 'measure.list' },
  { name: 'navigate', text: 'navigate.title' },
] as const

/** Renders the open panel of the left side. */
export function LeftPanelSlot(props: ViewerLayoutProps) {
  const { t } = useTranslation()
  const { panels, isCompact } = props
  const activePanel = [...railPanels, ...toolPanels].find(({ name }) => name === panels.left)
  if (!activePanel || (activePanel.name === 'compare' && !canCompare(props))) return null
  return (
    <Panel
      title={t(activePanel.text)}
      side="left"
      width={panels.leftWidth}
      asSheet={isCompact}
      onWidth={panels.setLeftWidth}
      onClose={() => panels.setLeft(null)}
    >
      {activePanel.name === 'extensions' ? (
        <ExtensionsPanel viewer={props.model.viewer} />
      ) : (
        <PanelContent {...props} />
      )}
    </Panel>
  )
}

/** Renders the panels of tools, which open and close with their tool. */
function ToolPanelContent(props: ViewerLayoutProps) {
  const { panels, model, tree } = props
  const { viewer } = model
  if (panels.left === 'section') return <SectionPanel section={props.viewTools.section} {...{ viewer, tree }} />
  if (panels.left === 'measure') return <MeasurePanel measure={props.viewTools.measure} {...{ viewer, tree }} />
  const { navigation, explode } = props.modelTools
  const closePanel = (): void => (props.isCompact ? panels.setLeft(null) : undefined)
  return <NavigationPanel {...{ viewer, navigation, explode }} onStart={closePanel} />
}

/** Renders the comparison of one model; with several models, the user chooses one first. */
function ComparedModel({ federation, comparison, model, viewerState, onOpen }: ViewerLayoutProps) {
  if (federation.isJoined) return <ChooseModel purpose="compare" openUrn={model.urn} {...{ federation, onOpen }} />
  return <ComparePanel comparison={comparison} urn={model.urn} selected={viewerState.selected} />
}

function PanelContent(props: ViewerLayoutProps) {
  const { panels, model, tree, viewerState, isNarrow, onOpen } = props
  const { collaboration } = props.talk
  const { viewer } = model
  if (toolPanels.some(({ name }) => name === panels.left)) return <ToolPanelContent {...props} />
  if (panels.left === 'together') {
    const projectId = props.open.file?.sharing?.projectId ?? null
    return <FederationPanel {...{ model, projectId }} federation={props.federation} openName={props.open.name} />
  }
  if (panels.left === 'tree') {
    const loading = model.urn !== null && model.error === null
    return <TreePanel loading={loading} viewer={model.viewer} tree={tree} viewerState={viewerState} />
  }
  if (panels.left === 'search') return <SearchPanel viewer={model.viewer} tree={tree} selected={viewerState.selected} />
  if (panels.left === 'filter') return <FilterPanel {...{ viewer, tree }} filter={props.modelTools.filter} />
  if (panels.left === 'colors') return <ColorsPanel viewer={viewer} colors={props.modelTools.colors} />
  if (panels.left === 'views') return <ViewsPanel {...{ collaboration, model }} federation={props.federation} />
  if (panels.left === 'topics') return <TopicsPanel collaboration={collaboration} model={model} tree={tree} />
  if (panels.left === 'compare') return <ComparedModel {...props} />
  const open = (urn: string): void => {
    // A panel that covers the model closes, so that the user sees the model.
    if (isNarrow) panels.setLeft(null)
    onOpen(urn)
  }
  const showFederation = model.manifest ? () => panels.setLeft('together') : undefined
  return <ModelsPanel openUrn={model.urn} onOpen={open} onFederation={showFederation} />
}
