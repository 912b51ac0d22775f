import { revealElements, type RevealOptions, type Revelation, type SectionExtension, type Viewer } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import { listFollowers } from './reveal-followers.js'
import type { Layout } from '../layout/use-layout.js'

/** Selects elements that were chosen in a list and brings them into view. */
export type Reveal = (elements: Iterable<number>, options?: RevealOptions) => void

/**
 * Provides how lists show what is chosen in them: selects it, shows it if it is hidden, and flies there unless it is
 * large and visible. On a phone the sheet with the list gives way to the model.
 */
export function useReveal(viewer: Viewer | null, layout: Pick<Layout, 'lowerSheet'>): Reveal {
  const { t } = useTranslation()
  const newest = useRef(0)
  return (elements, options = {}) => {
    if (!viewer) return
    const targets = [...elements]
    const request = ++newest.current
    if (options.add) viewer.selection.add(targets)
    else viewer.selection.set(targets)
    layout.lowerSheet()
    if (targets.length === 0) return
    // The sheet is lowered first, because what it covers decides whether the elements are visible.
    requestAnimationFrame(() => {
      if (request !== newest.current) return
      revealElements(viewer, targets, { ...options, isSelected: true }).then(
        (revelation) => report(viewer, revelation, t),
        () => notify(t('errors.unexpected'), { tone: 'problem' }),
      )
      // Their selection follows that of the main view. What they cannot show is reported for the main view.
      for (const follower of listFollowers(viewer))
        revealElements(follower, targets, { ...options, isSelected: true, leavesHidden: true }).catch(() => null)
    })
  }
}

/** Notifies the user of what keeps the elements from being visible, or did. */
function report(viewer: Viewer, { shownCount, isClipped, isOff, undo }: Revelation, t: TFunction): void {
  if (shownCount > 0) notify(t('reveal.shown', { count: shownCount }), { action: { label: t('undo'), run: undo } })
  if (isOff) notify(t('reveal.modelOff'))
  else if (isClipped) {
    const sections = viewer.getExtension('kamar.section') as SectionExtension | null
    notify(t('reveal.cutAway'), { action: { label: t('reveal.removeCut'), run: () => sections?.clear() } })
  }
}
