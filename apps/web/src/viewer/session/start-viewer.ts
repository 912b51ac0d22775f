import type { Viewer, ViewerLabels, ViewerOptions } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { shownTheme, whenThemeChanges } from '../../platform/theme/theme.js'

interface ViewerStart {
  /** False where the page has commands of its own: the engine then ignores keys. */
  readonly keyboard?: boolean
  /** Default: on demand, as a drawing needs none. At once: rejects in a browser without WebGL. */
  readonly rendering?: NonNullable<ViewerOptions['rendering']>
}

/** Loads the engine, a separate bundle, and starts it in the page's language and theme. */
export async function startViewer(
  container: HTMLElement,
  { keyboard = true, rendering = 'on-demand' }: ViewerStart = {},
): Promise<Viewer> {
  const { createViewer } = await import('@kamar/viewer')
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  return createViewer(container, {
    theme: shownTheme(),
    keyboard,
    rendering,
    labels: viewerLabels(i18next.t),
    ...(prefersReducedMotion ? { flightMilliseconds: 0 } : {}),
    ...parseMemoryLimit(window.location.search),
  })
}

/** Parses `?memory=<MB>` of the page's address, for devices with more or less memory than they report. */
export function parseMemoryLimit(search: string): Pick<ViewerOptions, 'memoryBytes'> {
  const megabytes = Number(new URLSearchParams(search).get('memory'))
  return megabytes > 0 ? { memoryBytes: megabytes * 1024 * 1024 } : {}
}

/** Updates the engine when the page's theme or language changes. */
export function useViewerFollowsPage(viewer: Viewer | null): void {
  const { t } = useTranslation()
  // `t` is a new function after a change of language.
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
