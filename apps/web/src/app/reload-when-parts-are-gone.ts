const key = 'reloadedAt'
const pauseMilliseconds = 30_000

interface ReloadDependencies {
  readonly reload: () => void
  /** Returns whether the server has another build than the open page. */
  readonly hasNewBuild: () => Promise<boolean>
}

const pageDependencies: ReloadDependencies = { reload: () => location.reload(), hasNewBuild }

/**
 * Reloads a page that was open while a new version was installed, because it requests chunks that no longer exist. A
 * page without a connection stays: it would be lost, and the chunk would be missing again. A second reload so soon would
 * indicate another error.
 */
export function reloadWhenPartsAreGone(dependencies: ReloadDependencies = pageDependencies): void {
  addEventListener('vite:preloadError', () => void reloadIfOutdated(dependencies))
}

async function reloadIfOutdated({ hasNewBuild, reload }: ReloadDependencies): Promise<void> {
  const isRecent = (): boolean => Date.now() - Number(sessionStorage.getItem(key) ?? 0) < pauseMilliseconds
  if (!navigator.onLine || isRecent() || !(await hasNewBuild()) || isRecent()) return
  sessionStorage.setItem(key, String(Date.now()))
  reload()
}

/** Compares the entry script of the open page with that of the page on the server. */
async function hasNewBuild(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!entry) return false
  try {
    const response = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } })
    return response.ok && !(await response.text()).includes(entry)
  } catch {
    return false
  }
}
