import { useNavigate } from 'react-router'
import {
  type CommandStates,
  type CommandState,
  useCommandKeys,
  useCommands,
  type WhyNot,
} from '../../../shared/commands/commands.js'
import type { NestedPanelState } from '../../tools/nested/use-nested-panel.js'
import { useHistory } from '../../kit/use-history.js'
import type { Inspector } from '../../session/use-inspector.js'
import type { ModelTools } from '../use-model-tools.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import type { OpenFile } from '../../session/use-open-file.js'
import type { PageCollaboration } from '../use-page-collaboration.js'
import type { LeftPanel, Panels } from '../../session/use-panels.js'
import type { ViewTools } from '../use-view-tools.js'
import type { ViewerState } from '../../session/use-viewer-state.js'
import type { Tool } from '../viewer-tools.js'
import { viewCommands } from './view-commands.js'
import { measureCommands, sectionCommands } from './tool-commands.js'

interface CommandContext {
  readonly model: ActiveModel
  readonly viewerState: ViewerState
  readonly open: OpenFile
  readonly panels: Panels
  readonly inspector: Inspector
  readonly nested: NestedPanelState
  readonly talk: PageCollaboration
  readonly viewTools: ViewTools
  readonly modelTools: ModelTools
  readonly tools: readonly (readonly Tool[])[]
  readonly isCompact: boolean
}

type Why = WhyNot | null

/** Keys for walking and flying; they trigger no commands in those modes. */
export const moveKeys: ReadonlySet<string> = new Set(['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyQ', 'KeyE'])
const noKeys: ReadonlySet<string> = new Set()

/** Registers all commands of the viewer page, by name and by keys. */
export function useViewerCommands(parts: CommandContext): void {
  const { model, talk, viewTools } = parts
  const navigate = useNavigate()
  const history = useHistory(model.viewer)
  const { mode } = parts.modelTools.navigation
  const why: Why = talk.markup.isDrawing ? 'drawing' : model.hasFirstFrame ? null : 'model'
  useCommands({
    ...viewCommands(model.viewer, parts.viewerState, why),
    ...measureCommands(viewTools, why),
    ...sectionCommands(model.viewer, viewTools, why),
    ...moveCommands(parts, why),
    ...panelCommands(parts),
    ...toolCommands(parts),
    ...collaborationCommands(parts),
    undo: { run: history.undo, why: drawingOr(parts, history.canUndo ? null : 'undo') },
    redo: { run: history.redo, why: drawingOr(parts, history.canRedo ? null : 'undo') },
    toFiles: { run: () => void navigate('/home') },
    palette: { run: () => talk.setDialog('palette') },
    shortcuts: { run: () => talk.setDialog('shortcuts') },
  })
  useCommandKeys({
    canvas: () => model.viewer?.element ?? null,
    reserved: mode === 'walk' || mode === 'fly' ? moveKeys : noKeys,
  })
}

const drawingOr = ({ talk }: CommandContext, why: Why): Why => (talk.markup.isDrawing ? 'drawing' : why)

/** Returns the commands that switch navigation modes on and off. */
export function moveCommands(
  { modelTools: { navigation } }: Pick<CommandContext, 'modelTools'>,
  why: Why,
): CommandStates {
  const move = (mode: 'walk' | 'fly' | 'zoom-window'): CommandState => ({
    why,
    run: () => (navigation.mode === mode ? navigation.stop() : navigation.start(mode)),
  })
  return { walk: move('walk'), fly: move('fly'), zoomWindow: move('zoom-window') }
}

/** Returns the commands of the panels. On a phone only one sheet can be open at a time. */
function panelCommands(parts: CommandContext): CommandStates {
  const { panels, inspector, nested, isCompact, open, model } = parts
  const toggle = (panel: LeftPanel, why: Why = null): CommandState => ({
    why: drawingOr(parts, why),
    run() {
      if (isCompact) {
        inspector.close()
        nested.close()
      }
      panels.toggleLeft(panel)
    },
  })
  const inspect = (tab: 'properties' | 'report', why: Why): CommandState => ({
    why: drawingOr(parts, why),
    run() {
      if (isCompact) panels.setLeft(null)
      if (inspector.isOpen && inspector.tab === tab) inspector.close()
      else inspector.open(tab)
    },
  })
  const report = model.manifest?.report ? null : 'report'
  return {
    models: toggle('models'),
    together: toggle('together'),
    tree: toggle('tree'),
    search: toggle('search'),
    filter: toggle('filter'),
    colors: toggle('colors'),
    views: toggle('views'),
    topics: toggle('topics'),
    extensions: toggle('extensions'),
    compare: toggle('compare', open.isExample ? 'file' : null),
    properties: inspect('properties', null),
    report: inspect('report', report),
  }
}

/** Returns the commands of the toolbar, with the same names as its buttons. */
function toolCommands(parts: CommandContext): CommandStates {
  const none = parts.viewerState.selected.length === 0
  const reasons: Readonly<Record<string, Why>> = {
    hide: none ? 'selection' : null,
    isolate: none ? 'selection' : null,
    ghost: none ? 'selection' : null,
    showAll: 'hidden',
  }
  const states = parts.tools.flat().map((tool): [string, CommandState] => {
    const why = tool.disabled ? (parts.model.hasFirstFrame ? (reasons[tool.id] ?? 'model') : 'model') : null
    return [tool.id, { run: tool.run, why: drawingOr(parts, why) }]
  })
  return Object.fromEntries(states)
}

function collaborationCommands(parts: CommandContext): CommandStates {
  const { talk, open } = parts
  return {
    newTopic: { run: () => talk.onTopic?.(null), why: drawingOr(parts, talk.onTopic ? null : 'rights') },
    share: { run: () => talk.setDialog('share'), why: drawingOr(parts, open.file ? null : 'file') },
  }
}
