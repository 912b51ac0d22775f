import type { useArDialog } from './ar/use-ar-dialog.js'
import type { NestedPanelState } from './nested/use-nested-panel.js'
import type { Inspector } from './use-inspector.js'
import type { ShownModel } from './use-model-view.js'
import type { PageCollaboration } from './use-page-collaboration.js'
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
  readonly isPhone: boolean
}

/** The tools of the viewer's page. */
export function usePageTools(parts: PageToolsParts): readonly (readonly Tool[])[] {
  const { model, facts, panels, inspector, nested, talk, viewTools, isPhone } = parts
  const [selectsSeveral, setSelectsSeveral] = useSelectSeveral(model.viewer)
  return toolGroups({
    viewer: model.viewer,
    facts,
    hasModel: model.pictureShown,
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
    compare: isPhone ? panelTool('compare', parts) : null,
    views: isPhone ? panelTool('views', parts) : null,
    markup: talk.draw,
    screenshot: () => talk.setDialog('screenshot'),
    section: { isOn: viewTools.isOn('section'), toggle: () => viewTools.toggle('section') },
    measure: { isOn: viewTools.isOn('measure'), toggle: () => viewTools.toggle('measure') },
  })
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
