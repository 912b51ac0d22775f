import { ApiError } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { notify } from '../../../platform/design/toasts-state.js'
import { viewParameter } from '../../../platform/files/viewer-path.js'
import { openViewpoint } from '../../kit/viewpoints/capture.js'
import { useOpeningView } from '../../kit/viewpoints/use-opening-view.js'
import type { Session } from '../../session/session.js'

/** Shows the view that the address names, as a link to it does. */
export function useAddressedView(session: Session): null {
  const { fileId } = session.access
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const viewpointId = search.get(viewParameter)
  const show = async (): Promise<void> => {
    if (fileId === null || viewpointId === null) return
    try {
      await openViewpoint(session, fileId, viewpointId)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      notify(t('views.gone'), { tone: 'problem' })
    }
  }
  useOpeningView(
    session.model,
    fileId === null || viewpointId === null
      ? null
      : { key: viewpointId, urn: search.get('urn') ?? session.model.urn, show },
  )
  return null
}
