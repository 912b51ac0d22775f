const key = 'reloadedAt'
const pauseMilliseconds = 30_000

/**
 * A page that was open while a new version was installed asks for parts that no longer exist. One reload brings the new
 * version; a second one so soon would mean that something else is wrong.
 */
export function reloadWhenPartsAreGone(reload: () => void = () => location.reload()): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < pauseMilliseconds) return
    sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    reload()
  })
}
