import type { ModelSet } from '@kamar/contracts'
import type { PackageLoader } from '@kamar/viewer'
import { useState } from 'react'
import { runCommand } from '../../shared/commands/commands.js'
import type { CommandId } from '../../shared/commands/definitions.js'
import { useIsCompact, useIsNarrow } from '../../shared/use-media.js'
import { createActivities } from './activities.js'
import { fileFrame } from './models/file-frame.js'
import { useMembers } from './models/use-members.js'
import { useDrawing } from './sheets/use-drawing.js'
import type { FileAccess, Session } from './session.js'
import { type LayoutView, useLayout } from './use-layout.js'
import type { ActiveModel } from './use-model-view.js'
import { usePreferences } from './use-preferences.js'
import { useTree } from './use-tree.js'
import { useViewerState } from './use-viewer-state.js'

interface SessionOptions {
  readonly model: ActiveModel
  readonly access: FileAccess
  readonly set: ModelSet | null
  /** Views of the page's tools. */
  readonly views: readonly LayoutView[]
  /** Initial panel; undefined: the one that was open last. */
  readonly firstPanel: string | null | undefined
  readonly loader: (urn: string) => PackageLoader
  readonly openUrn: (urn: string) => void
}

/** Provides the session of a page: the open document with its state and layout. */
export function useNewSession(options: SessionOptions): Session {
  const { model, access, set, loader, openUrn } = options
  const { viewer } = model
  const [activities] = useState(createActivities)
  const page = { isCompact: useIsCompact(), isNarrow: useIsNarrow() }
  const layout = useLayout(viewer, { ...page, views: options.views, first: options.firstPanel })
  return {
    ...{ viewer, model, access, set, loader, openUrn, layout, activities },
    sheet: null,
    tree: useTree(viewer, model.renderedManifest, access.name),
    state: useViewerState(viewer),
    models: useMembers(viewer),
    drawing: useDrawing(model),
    preference: usePreferences(),
    getFrame: (fileId) => (viewer ? fileFrame(viewer, fileId) : null),
    run: (command, at) => runCommand(command as CommandId, at),
  }
}
