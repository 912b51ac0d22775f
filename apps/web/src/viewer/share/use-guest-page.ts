import type { ModelTree } from '@kamar/view-package/read'
import { useState } from 'react'
import { type CommandStates, type CommandState, useCommandKeys, useCommands } from '../../shared/commands/commands.js'
import { useIsNarrow } from '../../shared/use-media.js'
import { viewCommands } from '../shell/commands/view-commands.js'
import { measureCommands, sectionCommands } from '../shell/commands/tool-commands.js'
import { moveCommands, moveKeys } from '../shell/commands/use-viewer-commands.js'
import { useCoveredInsets, usePageInsets } from '../shell/use-covered-insets.js'
import { useHistory } from '../kit/use-history.js'
import { type Inspector, useInspector } from '../session/use-inspector.js'
import { type ModelTools, useModelTools } from '../shell/use-model-tools.js'
import type { ActiveModel } from '../session/use-model-view.js'
import type { PageDialog } from '../shell/use-page-collaboration.js'
import { type LeftPanel, type Panels, usePanels } from '../session/use-panels.js'
import { useSelectSeveral } from '../tools/elements/use-select-several.js'
import { useViewTools, type ViewTools } from '../shell/use-view-tools.js'
import type { ViewerState } from '../session/use-viewer-state.js'
import type { Tool } from '../shell/viewer-tools.js'
import { type ViewsOfFile, viewsOfFiles } from '../tools/views/file-views.js'
import { guestPanelNames, guestTools } from './guest-tools.js'

interface GuestModel {
  readonly model: ActiveModel
  readonly viewerState: ViewerState
  readonly tree: ModelTree | null
  readonly isCompact: boolean
}

/** State of a guest's page: panels, tools and the open dialog. */
export interface GuestPage extends GuestModel {
  readonly panels: Panels
  readonly inspector: Inspector
  readonly viewTools: ViewTools
  readonly modelTools: ModelTools
  readonly tools: readonly (readonly Tool[])[]
  /** Saved views of the file; guests cannot save views. */
  readonly views: readonly ViewsOfFile[]
  readonly dialog: PageDialog
  readonly setDialog: (dialog: PageDialog) => void
}

const noKeys: ReadonlySet<string> = new Set()

/** Provides the viewer tools that request nothing but the files of the package. */
export function useGuestPage(guestModel: GuestModel): GuestPage {
  const { model, viewerState, isCompact } = guestModel
  const { viewer } = model
  const [dialog, setDialog] = useState<PageDialog>(null)
  const panels = usePanels({ left: null })
  const inspector = useInspector(viewer, !isCompact)
  const viewTools = useViewTools(viewer, { panels, isCompact, closeSheets: inspector.close })
  const modelTools = useModelTools(viewer)
  const [selectsSeveral, setSelectsSeveral] = useSelectSeveral(viewer)
  const togglePanel = (name: LeftPanel): void => {
    // Only one sheet is open at a time.
    if (isCompact) inspector.close()
    panels.toggleLeft(name)
  }
  const views = viewsOfFiles(model, model.urn, null)
  const tools = guestTools({
    viewer,
    viewerState,
    panels,
    togglePanel,
    isCompact,
    hasViews: views.length > 0,
    selectsSeveral,
    viewTools,
    hasModel: model.hasFirstFrame,
    navigation: modelTools.navigation,
    onSelectsSeveral: setSelectsSeveral,
    screenshot: () => setDialog('screenshot'),
  })
  const page = { ...guestModel, panels, inspector, viewTools, modelTools, tools, views, dialog, setDialog }
  const cover = { panels, inspector, nested: { isOpen: false }, isCompact }
  useCoveredInsets(viewer, cover)
  usePageInsets({ ...cover, isNarrow: useIsNarrow() })
  useGuestCommands(page, togglePanel)
  return page
}

/** Registers the same commands and keys as on the viewer page; guests cannot customise keys. */
function useGuestCommands(page: GuestPage, togglePanel: (name: LeftPanel) => void): void {
  const { model, viewerState, viewTools, inspector, panels, isCompact, tools, setDialog } = page
  const history = useHistory(model.viewer)
  const { mode } = page.modelTools.navigation
  const why = model.hasFirstFrame ? null : 'model'
  const inspect = (): void => {
    if (isCompact) panels.setLeft(null)
    if (inspector.isOpen) inspector.close()
    else inspector.open('properties')
  }
  useCommands({
    ...viewCommands(model.viewer, viewerState, why),
    ...measureCommands(viewTools, why),
    ...sectionCommands(model.viewer, viewTools, why),
    ...moveCommands(page, why),
    ...(Object.fromEntries(
      guestPanelNames
        .filter((name) => name !== 'views' || page.views.length > 0)
        .map((name): [string, CommandState] => [name, { run: () => togglePanel(name) }]),
    ) as CommandStates),
    ...(Object.fromEntries(
      tools
        .flat()
        .map((tool): [string, CommandState] => [tool.id, { run: tool.run, why: tool.disabled ? 'model' : null }]),
    ) as CommandStates),
    properties: { run: inspect },
    undo: { run: history.undo, why: history.canUndo ? null : 'undo' },
    redo: { run: history.redo, why: history.canRedo ? null : 'undo' },
    palette: { run: () => setDialog('palette') },
  })
  useCommandKeys({
    canvas: () => model.viewer?.element ?? null,
    reserved: mode === 'walk' || mode === 'fly' ? moveKeys : noKeys,
  })
}
