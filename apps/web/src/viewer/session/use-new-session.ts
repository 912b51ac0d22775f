import type { ModelSet } from '@kamar/contracts'
import type { ExtensionTool } from '@kamar/extensions'
import { useState } from 'react'
import { runCommand } from '../../platform/commands/commands.js'
import type { CommandId } from '../../platform/commands/definitions.js'
import { createObservable, useObservable } from '../../platform/observable.js'
import { useIsCompact, useIsNarrow } from '../../platform/use-media.js'
import { createActivities } from './activities.js'
import { useMembers } from './models/use-members.js'
import { type AddressedDisplay, type Drawing, useDrawing } from './sheets/use-drawing.js'
import { type SheetTarget, useSheetView } from './sheets/use-sheet-view.js'
import type { FileAccess, Session } from './session.js'
import { type PlacedTool, useLayout } from './layout/use-layout.js'
import type { ActiveModel } from './use-model-view.js'
import { usePreferences } from './use-preferences.js'
import { useRendering } from './use-rendering.js'
import { useReveal } from './reveal/use-reveal.js'
import { useSelectedVolumes } from './reveal/use-selected-volumes.js'
import { useTree } from './use-tree.js'
import { useViewerState } from './use-viewer-state.js'

interface SessionOptions {
  readonly model: ActiveModel
  readonly access: FileAccess
  readonly set: ModelSet | null
  /** Tools of the page. */
  readonly tools: readonly PlacedTool[]
  /** Initial panel; undefined: the one that was open last. */
  readonly firstPanel: string | null | undefined
  readonly openUrn: (urn: string) => void
  /** What the address shows first; null leaves it to the file. */
  readonly addressed?: AddressedDisplay | null
}

/** Provides the session of a page: the open document with its state and layout. */
export function useNewSession(options: SessionOptions): Session {
  const { model, access, set, openUrn } = options
  const { viewer } = model
  const [activities] = useState(createActivities)
  const page = { isCompact: useIsCompact(), isNarrow: useIsNarrow() }
  const drawing = useDrawing(model, options.addressed)
  useRendering(model, drawing, access.name)
  const shownSheet = useSheetView(getSheetTarget(drawing))
  const sheet = drawing.isShown ? { view: shownSheet.view, selected: shownSheet.selected } : null
  const [addedTools] = useState(() => createObservable<readonly ExtensionTool[]>([]))
  const tools = [...options.tools, ...useObservable(addedTools)]
  const layout = useLayout(viewer, { ...page, sheet, tools, first: options.firstPanel })
  const tree = useTree(viewer, model.renderedManifest, access.name)
  const state = useViewerState(viewer)
  useSelectedVolumes(viewer, tree, state.selected)
  return {
    viewer,
    model,
    access,
    set,
    openUrn,
    layout,
    activities,
    addedTools,
    drawing,
    shownSheet,
    sheet: sheet?.view ?? null,
    tree,
    state,
    reveal: useReveal(viewer, layout),
    models: useMembers(viewer),
    preference: usePreferences(),
    run: (command, at) => runCommand(command as CommandId, at),
  }
}

const getSheetTarget = ({ isShown, urn, manifest, number }: Drawing): SheetTarget | null =>
  isShown && urn !== null && manifest !== null ? { urn, manifest, number } : null
