/** What Chromium says of a connection; other browsers say nothing. */
interface SavingNavigator {
  readonly connection?: { readonly saveData?: boolean }
}

/** After everything that the first screen needs, and a little longer: reading comes first. */
const restMilliseconds = 1_500

/** Whether the browser draws in hardware, and nobody asked for less movement or fewer bytes. */
export function canAutoRotate(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false
  if ((navigator as SavingNavigator).connection?.saveData === true) return false
  const context = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** Calls once the page is loaded, has rested and has nothing to do; the answer calls it off. */
export function whenIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const rest = (): void => {
    timer = setTimeout(() => {
      // Safari has no such call.
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
