import { api } from '../../../platform/api/api.js'
import type { CurrentView } from '../../../platform/sharing/current-view.js'
import { captureForm } from '../../kit/viewpoints/capture.js'
import { toVersion } from '../../kit/viewpoints/use-views.js'
import type { Session } from '../../session/session.js'

/** Returns what a link can open: what the viewer shows; null until a file is displayed. */
export function getCurrentView(session: Session): CurrentView | null {
  const { fileId, fileVersion } = session.access
  const { manifest, urn } = session.model
  if (fileId === null || urn === null || !manifest) return null
  return {
    urn,
    fileVersion,
    async store() {
      const form = await captureForm(session, fileId)
      if (!form) throw new TypeError('expected a loaded model, found none')
      const { id } = await api.call('createViewLink', {
        parameters: { id: fileId },
        body: { ...form, ...toVersion({ fileVersion }) },
      })
      return id
    },
  }
}
