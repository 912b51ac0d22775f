import type { useArDialog } from './ar/use-ar-dialog.js'
import type { NestedPanelState } from './nested/use-nested-panel.js'
import type { Inspector } from './use-inspector.js'
import type { ModelTools } from './use-model-tools.js'
import type { ShownModel } from './use-model-view.js'
import type { PageCollaboration } from './use-page-collaboration.js'
import type { OpenFile } from './use-open-file.js'
import type { LeftPanel, Panels } from './use-panels.js'
import { useSelectSeveral } from './use-select-several.js'
import type { ViewTools } from './use-view-tools.js'
import type { ViewerFacts } from './use-viewer-state.js'
import { type Tool, toolGroups } from './viewer-tools.js'

interface PageToolsParts {
  readonly model: ShownModel
  readonly facts: ViewerFacts
  readonly panels: Panels
  readonly inspector: Inspector
  readonly nested: NestedPanelState
  readonly ar: ReturnType<typeof useArDialog>
  readonly talk: PageCollaboration
  readonly viewTools: ViewTools
  readonly modelTools: ModelTools
  readonly open: OpenFile
  readonly isPhone: boolean
}

/** The tools of the viewer's page. */
export function usePageTools(parts: PageToolsParts): readonly (readonly Tool[])[] {
  const { model, facts, panels, inspector, nested, talk, viewTools, open, isPhone } = parts
  const [selectsSeveral, setSelectsSeveral] = useSelectSeveral(model.viewer)
  return toolGroups({
    viewer: model.viewer,
    facts,
    hasModel: model.pictureShown,
    hasLists: model.pictureShown || (!model.hasPictures && model.manifest !== null),
    selectsSeveral,
    onSelectsSeveral: setSelectsSeveral,
    nested: {
      isOpen: nested.isOpen,
      toggle() {
        if (isPhone) {
          panels.setLeft(null)
          inspector.close()
        }
        nested.toggle()
      },
    },
    ar: parts.ar,
    compare: isPhone && !open.isExample ? panelTool('compare', parts) : null,
    views: isPhone ? panelTool('views', parts) : null,
    markup: talk.draw,
    navigate: {
      isOn: panels.left === 'navigate' || parts.modelTools.navigation.mode !== null,
      toggle: () => toggleNavigation(parts),
    },
    filter: isPhone ? panelTool('filter', parts) : null,
    colors: isPhone ? panelTool('colors', parts) : null,
    screenshot: () => talk.setDialog('screenshot'),
    section: { isOn: viewTools.isOn('section'), toggle: () => viewTools.toggle('section') },
    measure: { isOn: viewTools.isOn('measure'), toggle: () => viewTools.toggle('measure') },
  })
}

/** Leaves what one is in; else opens or closes its panel. */
function toggleNavigation(parts: PageToolsParts): void {
  const { navigation } = parts.modelTools
  if (navigation.mode !== null) return navigation.stop()
  if (parts.isPhone) return panelTool('navigate', parts).toggle()
  parts.panels.toggleLeft('navigate')
}

/** On a phone, where there is one sheet at a time. */
function panelTool(panel: LeftPanel, { panels, inspector, nested }: PageToolsParts) {
  return {
    isOpen: panels.left === panel,
    toggle() {
      inspector.close()
      nested.close()
      panels.toggleLeft(panel)
    },
  }
}
