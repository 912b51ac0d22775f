const key = 'reloadedAt'
const pauseMilliseconds = 30_000

/**
 * Reloads a page that was open while a new version was installed, because it requests chunks that no longer exist. A
 * second reload so soon would indicate another error.
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
