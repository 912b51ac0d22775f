import type { Viewer, ViewerLabels } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { shownTheme, whenThemeChanges } from '../../shared/theme/theme.js'

/**
 * Loads the engine, which is a chunk of its own, and starts it in the page's language and theme. Where the page has
 * commands of its own, the engine leaves the keys to them.
 */
export async function startViewer(container: HTMLElement, { keyboard = true } = {}): Promise<Viewer> {
  const { createViewer } = await import('@kamar/viewer')
  return createViewer(container, {
    theme: shownTheme(),
    keyboard,
    labels: viewerLabels(i18next.t),
  })
}

/** Keeps the engine in the page's theme and language when they change. */
export function useViewerFollowsPage(viewer: Viewer | null): void {
  const { t } = useTranslation()
  // `t` is another function after a change of language.
  useEffect(() => viewer?.setLabels(viewerLabels(t)), [viewer, t])
  useEffect(() => (viewer ? whenThemeChanges(() => viewer.setTheme(shownTheme())) : undefined), [viewer])
}

function viewerLabels(t: TFunction): ViewerLabels {
  return {
    canvas: t('viewer.canvas'),
    viewCube: t('viewer.cube.label'),
    front: t('viewer.cube.front'),
    back: t('viewer.cube.back'),
    left: t('viewer.cube.left'),
    right: t('viewer.cube.right'),
    top: t('viewer.cube.top'),
    bottom: t('viewer.cube.bottom'),
    home: t('viewer.cube.home'),
  }
}
