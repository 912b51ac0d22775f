import type { LinkedView } from '@kamar/contracts'
import { showStoredView } from '../../kit/viewpoints/capture.js'
import { useOpeningView } from '../../kit/viewpoints/use-opening-view.js'
import type { Session } from '../../session/session.js'

/** Shows the view of a secret link, once the model that it names is loaded. */
export function useLinkedView(session: Session, { urn, view }: { urn: string; view: LinkedView | null }): void {
  useOpeningView(session.model, view && { key: 'link', urn, show: () => showStoredView(session, null, view) })
}
