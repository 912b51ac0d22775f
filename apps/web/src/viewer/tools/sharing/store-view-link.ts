import { api } from '../../../platform/api/api.js'
import type { CurrentView } from '../../../platform/sharing/current-view.js'
import { captureForm } from '../../kit/viewpoints/capture.js'
import type { Session } from '../../session/session.js'

/** Returns what a link can open: what the viewer shows; null until a model of a file is displayed. */
export function getCurrentView({ access, drawing, model, viewer }: Session): CurrentView | null {
  const { fileId, fileVersion } = access
  if (!viewer || fileId === null || model.urn === null || !model.manifest || drawing.isShown) return null
  return {
    urn: model.urn,
    fileVersion,
    async store() {
      const form = await captureForm(viewer, fileId)
      if (!form) throw new TypeError('expected a loaded model, found none')
      const version = fileVersion === null ? {} : { fileVersion }
      const { id } = await api.call('createViewLink', { parameters: { id: fileId }, body: { ...form, ...version } })
      return id
    },
  }
}
