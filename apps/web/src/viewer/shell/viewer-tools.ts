import type { Viewer } from '@kamar/viewer'
import {
  Bookmark,
  Box,
  Camera,
  Eye,
  Expand,
  Filter,
  Footprints,
  EyeOff,
  Ghost,
  GitCompareArrows,
  House,
  Palette,
  PencilRuler,
  PictureInPicture2,
  RotateCcw,
  Ruler,
  Scan,
  ScanEye,
  Slice,
  Smartphone,
  Square,
  SquareMousePointer,
} from 'lucide-react'
import type { CommandId } from '../../shared/commands/definitions.js'
import type { ViewerState } from '../session/use-viewer-state.js'

/** One button of the toolbar; its keys are those of the command with the same name. */
export interface Tool {
  readonly id: CommandId
  /** Key of its name under `viewer.`. */
  readonly text:
    | 'select'
    | 'hide'
    | 'isolate'
    | 'ghost'
    | 'showAll'
    | 'perspective'
    | 'orthographic'
    | 'homeView'
    | 'fit'
    | 'reset'
    | 'nestedViewer'
    | 'ar'
    | 'compare'
    | 'views'
    | 'markup'
    | 'navigate'
    | 'filter'
    | 'colors'
    | 'section'
    | 'measure'
    | 'screenshot'
    | 'fullscreen'
  readonly icon: typeof Box
  readonly isActive?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}

export interface ToolContext {
  readonly viewer: Viewer | null
  readonly viewerState: ViewerState
  readonly hasModel: boolean
  /** Whether elements can be listed, even if none is drawn. By default, whether there is a model. */
  readonly hasLists?: boolean
  readonly selectsSeveral: boolean
  readonly onSelectsSeveral: (on: boolean) => void
  readonly nested: { readonly isOpen: boolean; readonly toggle: () => void }
  readonly ar: { readonly isOpen: boolean; readonly open: () => void }
  /** Null where comparison is among the panels. */
  readonly compare: { readonly isOpen: boolean; readonly toggle: () => void } | null
  /** Null where saved views are among the panels. */
  readonly views?: { readonly isOpen: boolean; readonly toggle: () => void } | null
  /** Starts markup over the view; null where markup is unavailable. */
  readonly markup: (() => void) | null
  readonly screenshot: (() => void) | null
  /** Absent where section and measurement are unavailable. */
  /** Absent where navigation modes are unavailable. */
  readonly navigate?: { readonly isOn: boolean; readonly toggle: () => void }
  /** Null where these are among the panels. */
  readonly filter?: { readonly isOpen: boolean; readonly toggle: () => void } | null
  readonly colors?: { readonly isOpen: boolean; readonly toggle: () => void } | null
  readonly section?: { readonly isOn: boolean; readonly toggle: () => void }
  readonly measure?: { readonly isOn: boolean; readonly toggle: () => void }
}

/** Returns the tools in groups, in toolbar order. */
export function toolGroups(context: ToolContext): readonly (readonly Tool[])[] {
  const groups = [elementTools(context), viewTools(context), analysisTools(context), windowTools(context)]
  return groups.filter((tools) => tools.length > 0)
}

/** Returns the tools that analyse the model. */
function analysisTools(context: ToolContext): Tool[] {
  const { section, measure, filter, colors, hasModel, hasLists = hasModel } = context
  const tools = [
    { id: 'section', icon: Slice, tool: section },
    { id: 'measure', icon: Ruler, tool: measure },
  ] as const
  const switched = tools.flatMap(({ id, icon, tool }) =>
    tool ? [{ id, text: id, icon, isActive: tool.isOn, disabled: !hasModel, run: tool.toggle }] : [],
  )
  const panels = [
    { id: 'filter', icon: Filter, tool: filter, disabled: !hasLists },
    { id: 'colors', icon: Palette, tool: colors, disabled: !hasModel },
  ] as const
  const toolEntries = panels.flatMap(({ id, icon, tool, disabled }) =>
    tool ? [{ id, text: id, icon, isActive: tool.isOpen, disabled, run: tool.toggle }] : [],
  )
  return [...switched, ...toolEntries]
}

/** Returns the tools for the selected elements. */
function elementTools({ viewer, viewerState, hasModel, selectsSeveral, onSelectsSeveral }: ToolContext): Tool[] {
  const none = viewerState.selected.length === 0
  const act = (change: (viewer: Viewer, elements: readonly number[]) => void) => () => {
    if (viewer) change(viewer, viewerState.selected)
  }
  return [
    {
      id: 'select',
      text: 'select',
      icon: SquareMousePointer,
      isActive: selectsSeveral,
      disabled: !hasModel,
      run: () => onSelectsSeveral(!selectsSeveral),
    },
    {
      id: 'hide',
      text: 'hide',
      icon: EyeOff,
      disabled: none,
      run: act((view, elements) => {
        view.undoable(() => view.visibility.hide(elements))
        view.selection.clear()
      }),
    },
    {
      id: 'isolate',
      text: 'isolate',
      icon: ScanEye,
      disabled: none,
      run: act((view, elements) => view.undoable(() => view.visibility.isolate(elements))),
    },
    {
      id: 'ghost',
      text: 'ghost',
      icon: Ghost,
      disabled: none,
      run: act((view, elements) => view.undoable(() => view.visibility.ghostOthers(elements))),
    },
    {
      id: 'showAll',
      text: 'showAll',
      icon: Eye,
      disabled: !viewerState.changedVisibility,
      run: act((view) => view.undoable(() => view.visibility.showAll())),
    },
  ]
}

/** Returns the tools that change the view. */
function viewTools({ viewer, viewerState, hasModel, navigate }: ToolContext): Tool[] {
  const isFlat = viewerState.projection === 'orthographic'
  const disabled = !hasModel
  const moves: Tool[] = navigate
    ? [
        {
          id: 'navigate',
          text: 'navigate',
          icon: Footprints,
          isActive: navigate.isOn,
          disabled,
          run: navigate.toggle,
        },
      ]
    : []
  return [
    ...moves,
    {
      id: 'projection',
      text: isFlat ? 'perspective' : 'orthographic',
      icon: isFlat ? Box : Square,
      disabled,
      run: () => viewer?.camera.setProjection(isFlat ? 'perspective' : 'orthographic'),
    },
    { id: 'home', text: 'homeView', icon: House, disabled, run: () => viewer?.camera.goTo('home') },
    { id: 'fit', text: 'fit', icon: Scan, disabled, run: () => viewer?.fitToView() },
    { id: 'reset', text: 'reset', icon: RotateCcw, disabled, run: () => viewer?.resetView() },
  ]
}

function windowTools({ nested, ar, compare, views, markup, screenshot, hasModel }: ToolContext): Tool[] {
  return [
    ...(markup ? [{ id: 'markup', text: 'markup', icon: PencilRuler, disabled: !hasModel, run: markup } as const] : []),
    ...(screenshot
      ? [{ id: 'screenshot', text: 'screenshot', icon: Camera, disabled: !hasModel, run: screenshot } as const]
      : []),
    ...(views
      ? [{ id: 'views', text: 'views', icon: Bookmark, isActive: views.isOpen, run: views.toggle } as const]
      : []),
    ...(compare
      ? [
          {
            id: 'compare',
            text: 'compare',
            icon: GitCompareArrows,
            isActive: compare.isOpen,
            run: compare.toggle,
          } as const,
        ]
      : []),
    { id: 'nested', text: 'nestedViewer', icon: PictureInPicture2, isActive: nested.isOpen, run: nested.toggle },
    { id: 'ar', text: 'ar', icon: Smartphone, isActive: ar.isOpen, run: ar.open },
    { id: 'fullscreen', text: 'fullscreen', icon: Expand, run: toggleFullscreen },
  ]
}

/** Toggles fullscreen of the whole page, including menus and panels. */
export function toggleFullscreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()
  // The browser may refuse (iPhones do not support fullscreen); the page then stays as it is.
  change?.catch(() => null)
}
