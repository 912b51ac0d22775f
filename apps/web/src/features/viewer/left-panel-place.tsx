import { useTranslation } from 'react-i18next'
import { ComparePanel } from './compare/compare-panel.js'
import { ModelsPanel } from './models-panel.js'
import { Panel } from './panel.js'
import { SearchPanel } from './search-panel.js'
import { TreePanel } from './tree-panel.js'
import type { ViewerLayoutProps } from './viewer-layout.js'
import { railPanels } from './viewer-rail.js'

/** The panel of the left side that is open. */
export function LeftPanelPlace(props: ViewerLayoutProps) {
  const { t } = useTranslation()
  const { panels, isPhone } = props
  const shown = railPanels.find(({ name }) => name === panels.left)
  if (!shown) return null
  return (
    <Panel
      title={t(shown.text)}
      side="left"
      width={panels.leftWidth}
      asSheet={isPhone}
      onWidth={panels.setLeftWidth}
      onClose={() => panels.setLeft(null)}
    >
      <PanelContent {...props} />
    </Panel>
  )
}

function PanelContent({ panels, model, tree, facts, isNarrow, onOpen, comparison }: ViewerLayoutProps) {
  if (panels.left === 'tree') {
    const loading = model.urn !== null && model.problem === null
    return <TreePanel loading={loading} viewer={model.viewer} tree={tree} facts={facts} />
  }
  if (panels.left === 'search') return <SearchPanel viewer={model.viewer} tree={tree} selected={facts.selected} />
  if (panels.left === 'compare') {
    return <ComparePanel comparison={comparison} urn={model.urn} selected={facts.selected} />
  }
  const open = (urn: string): void => {
    // Where the panel covers the model, the model is what one wants to see next.
    if (isNarrow) panels.setLeft(null)
    onOpen(urn)
  }
  return <ModelsPanel openUrn={model.urn} onOpen={open} />
}
