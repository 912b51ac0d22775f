import type { LinkedView } from '@kamar/contracts'
import { showViewpoint } from '../../kit/viewpoints/capture.js'
import { useOpeningView } from '../../kit/viewpoints/use-opening-view.js'
import type { ActiveModel } from '../../session/use-model-view.js'

/** Shows the view of a secret link, once the model that it names is loaded. */
export function useLinkedView(model: ActiveModel, { urn, view }: { urn: string; view: LinkedView | null }): void {
  useOpeningView(model, view && { key: 'link', urn, show: (viewer) => showViewpoint(viewer, null, view) })
}
