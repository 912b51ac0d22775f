import i18next from 'i18next'
import { notify } from '../design/toasts-state.js'
import { whenUploadsEnd } from '../files/upload/uploads.js'

const updateCheckMilliseconds = 3_600_000

/**
 * Registers the service worker, which opens the application offline, and reports a newer version. The page is reloaded
 * only with the user's consent, and not during an upload.
 */
export function startServiceWorker(signal: AbortSignal): void {
  // A development server has no build to cache; without a secure context the browser has no service workers.
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
  // A failed registration (a private window, a full disk) changes nothing else.
  if (!signal.aborted) register().catch(() => null)
}

function offerNewVersion(): void {
  notify(i18next.t('offline.newVersion'), {
    action: { label: i18next.t('offline.reload'), run: () => whenUploadsEnd(() => location.reload()) },
  })
}
