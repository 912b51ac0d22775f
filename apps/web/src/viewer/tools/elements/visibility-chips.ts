import type { ViewChip } from '@kamar/extensions'
import type { Viewer } from '@kamar/viewer'
import type { Context } from '../../kit/tool.js'

/** Returns the chips of hidden, isolated and ghosted elements; each ends its own change and keeps the other. */
export function listVisibilityChips({ session: { state, viewer }, t }: Context<unknown>): readonly ViewChip[] {
  if (!viewer) return []
  const chips: ViewChip[] = []
  const showHidden = (): void => viewer.undoable(() => endHiding(viewer))
  if (state.isIsolated) chips.push({ id: 'isolated', text: t('chips.isolated'), remove: showHidden })
  else if (state.hiddenCount > 0)
    chips.push({ id: 'hidden', text: t('chips.hidden', { count: state.hiddenCount }), remove: showHidden })
  if (state.ghostedCount > 0) {
    const remove = (): void => viewer.undoable(() => endGhosting(viewer))
    chips.push({ id: 'ghosted', text: t('chips.ghosted'), remove })
  }
  return chips
}

function endHiding(viewer: Viewer): void {
  const { visibility } = viewer
  const ghosted = listElements(viewer, (element) => visibility.isGhosted(element))
  visibility.showAll()
  if (ghosted.length > 0) visibility.ghost(ghosted)
}

function endGhosting(viewer: Viewer): void {
  const { visibility } = viewer
  const wasIsolated = visibility.isolated
  const hidden = listElements(viewer, (element) => !visibility.isVisible(element))
  visibility.showAll()
  visibility.hide(hidden)
  if (wasIsolated) visibility.restored(true)
}

function listElements({ model }: Viewer, accept: (element: number) => boolean): number[] {
  const count = model?.manifest.counts.nodes ?? 0
  return Array.from({ length: count }, (_, element) => element).filter((element) => accept(element))
}
