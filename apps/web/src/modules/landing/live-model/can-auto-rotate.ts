/** Network information of Chromium; other browsers have none. */
interface SavingNavigator {
  readonly connection?: { readonly saveData?: boolean }
}

/** Delay after the resources of the first screen, because reading comes first. */
const restMilliseconds = 1_500

/** Returns whether the browser has hardware rendering, and the user has not requested reduced motion or data. */
export function canAutoRotate(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  if ((navigator as SavingNavigator).connection?.saveData === true) return false
  const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** Calls once the page is loaded and idle; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const rest = (): void => {
    timer = setTimeout(() => {
      // Safari lacks this function.
      if ('requestIdleCallback' in globalThis) idle = requestIdleCallback(run)
      else run()
    }, restMilliseconds)
  }
  if (document.readyState === 'complete') rest()
  else addEventListener('load', rest, { once: true })
  return () => {
    removeEventListener('load', rest)
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
