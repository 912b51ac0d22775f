import type { ViewpointSummary } from '@kamar/contracts'
import type { Viewer } from '@kamar/viewer'
import { api } from '../../../platform/api/api.js'
import { useViewerSession } from '../../session/session.js'
import { fileFrame } from '../../session/models/file-frame.js'
import { captureView } from '../../kit/viewpoints/capture.js'
import { getStateMappers } from '../../kit/viewpoints/tool-coordinates.js'
import { toVersion, useViewCalls, useViews } from '../../kit/viewpoints/use-views.js'
import { toViewState } from '../../kit/viewpoints/viewpoint-mapping.js'
import type { SectionControl } from './use-section.js'

/** Named sections of a file: its saved views that cut the model. */
export interface SavedSections {
  readonly views: readonly ViewpointSummary[]
  /** Cuts as a view does, and changes nothing else. */
  readonly apply: (id: string) => Promise<void>
  /** Saves the current view with its sections. */
  readonly save: (name: string) => Promise<void>
}

/** What saved sections belong to. */
export interface SavedSectionsOptions {
  readonly section: Pick<SectionControl, 'engine'>
  readonly viewer: Viewer
  readonly fileId: string
  /** Open version, unless it is the current one. */
  readonly fileVersion: number | null
}

export function useSavedSections({ section, viewer, fileId, fileVersion }: SavedSectionsOptions): SavedSections {
  const session = useViewerSession()
  const calls = useViewCalls(fileId)
  const { data = [] } = useViews(fileId)
  return {
    views: data.filter(({ sectionCount }) => sectionCount > 0),
    async apply(viewpointId) {
      const viewpoint = await api.call('getViewpoint', { parameters: { id: fileId, viewpointId } })
      const frame = fileFrame(viewer, fileId)
      if (!frame) return
      const state = toViewState(viewpoint, { frame, mappers: getStateMappers(viewer), center: [0, 0, 0] })
      section.engine?.apply(state?.extensions['kamar.section'])
    },
    async save(name) {
      const view = await captureView(session, fileId)
      if (view) await calls.save(name, view, toVersion({ fileVersion }))
    },
  }
}
