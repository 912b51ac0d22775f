import type { useArDialog } from '../tools/ar/use-ar-dialog.js'
import type { NestedPanelState } from '../tools/nested/use-nested-panel.js'
import type { Inspector } from '../session/use-inspector.js'
import type { ModelTools } from './use-model-tools.js'
import type { ActiveModel } from '../session/use-model-view.js'
import type { PageCollaboration } from './use-page-collaboration.js'
import type { OpenFile } from '../session/use-open-file.js'
import type { LeftPanel, Panels } from '../session/use-panels.js'
import { useSelectSeveral } from '../tools/elements/use-select-several.js'
import type { ViewTools } from './use-view-tools.js'
import type { ViewerState } from '../session/use-viewer-state.js'
import { type Tool, toolGroups } from './viewer-tools.js'

interface PageToolsOptions {
  readonly model: ActiveModel
  readonly viewerState: ViewerState
  readonly panels: Panels
  readonly inspector: Inspector
  readonly nested: NestedPanelState
  readonly ar: ReturnType<typeof useArDialog>
  readonly talk: PageCollaboration
  readonly viewTools: ViewTools
  readonly modelTools: ModelTools
  readonly open: OpenFile
  readonly isCompact: boolean
}

/** Returns the tools of the viewer page. */
export function usePageTools(parts: PageToolsOptions): readonly (readonly Tool[])[] {
  const { model, viewerState, panels, inspector, nested, talk, viewTools, open, isCompact } = parts
  const [selectsSeveral, setSelectsSeveral] = useSelectSeveral(model.viewer)
  return toolGroups({
    viewer: model.viewer,
    viewerState,
    hasModel: model.hasFirstFrame,
    hasLists: model.hasFirstFrame || (!model.canRender && model.manifest !== null),
    selectsSeveral,
    onSelectsSeveral: setSelectsSeveral,
    nested: {
      isOpen: nested.isOpen,
      toggle() {
        if (isCompact) {
          panels.setLeft(null)
          inspector.close()
        }
        nested.toggle()
      },
    },
    ar: parts.ar,
    compare: isCompact && !open.isExample ? panelTool('compare', parts) : null,
    views: isCompact ? panelTool('views', parts) : null,
    markup: talk.draw,
    navigate: {
      isOn: panels.left === 'navigate' || parts.modelTools.navigation.mode !== null,
      toggle: () => toggleNavigation(parts),
    },
    filter: isCompact ? panelTool('filter', parts) : null,
    colors: isCompact ? panelTool('colors', parts) : null,
    screenshot: () => talk.setDialog('screenshot'),
    section: { isOn: viewTools.isOn('section'), toggle: () => viewTools.toggle('section') },
    measure: { isOn: viewTools.isOn('measure'), toggle: () => viewTools.toggle('measure') },
  })
}

/** Ends the active navigation mode; otherwise toggles its panel. */
function toggleNavigation(parts: PageToolsOptions): void {
  const { navigation } = parts.modelTools
  if (navigation.mode !== null) return navigation.stop()
  if (parts.isCompact) return panelTool('navigate', parts).toggle()
  parts.panels.toggleLeft('navigate')
}

/** Returns a panel as a tool, for phones, where one sheet is open at a time. */
function panelTool(panel: LeftPanel, { panels, inspector, nested }: PageToolsOptions) {
  return {
    isOpen: panels.left === panel,
    toggle() {
      inspector.close()
      nested.close()
      panels.toggleLeft(panel)
    },
  }
}
