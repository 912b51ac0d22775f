import i18next from 'i18next'
import { notify } from '../design/toasts-state.js'
import { whenUploadsEnd } from '../files/uploads.js'

const updateCheckMilliseconds = 3_600_000

/**
 * Lets this browser open the application without a network, and says when a newer version is there. Nobody's page is
 * reloaded without being asked, and not while a file is being sent.
 */
export function startServiceWorker(signal: AbortSignal): void {
  // A development server has no build to keep; without a secure address the browser has no service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (!isFirst) offerNewVersion()
      isFirst = false
    },
    { signal },
  )
  const register = async (): Promise<void> => {
    const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
    const timer = setInterval(() => void registration.update().catch(() => null), updateCheckMilliseconds)
    signal.addEventListener('abort', () => clearInterval(timer))
  }
  // What it is refused (a private window, a full disk) changes nothing else.
  if (!signal.aborted) register().catch(() => null)
}

function offerNewVersion(): void {
  notify(i18next.t('offline.newVersion'), {
    action: { label: i18next.t('offline.reload'), run: () => whenUploadsEnd(() => location.reload()) },
  })
}
