import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from '@kamar/contracts'
import type { ReactNode } from 'react'
import { IconProvider } from '../platform/design/icon-provider.js'
import { Toasts } from '../platform/design/toasts.js'
import { PortalRoot } from '../platform/design/portal-root.js'
import { TooltipProvider } from '../platform/design/control-tooltip.js'
import { ErrorDialog } from '../platform/errors/error-dialog.js'

const maxRetries = 2

/** Retries only temporary errors: no response, a busy or starting server. */
function mayRetry(failures: number, error: unknown): boolean {
  const passes = error instanceof ApiError && (error.status === null || error.status >= 502)
  return passes && failures < maxRetries
}

export function createQueryClient(): QueryClient {
  // A server on this machine or in the local network responds even when the browser's `onLine` is false.
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 30_000, networkMode, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  })
}

/** Provides the contexts of every page. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <IconProvider>
        <TooltipProvider delayDuration={350} skipDelayDuration={200}>
          {children}
          <PortalRoot />
          <Toasts />
          <ErrorDialog />
        </TooltipProvider>
      </IconProvider>
    </QueryClientProvider>
  )
}
