import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError } from '@kamar/contracts'
import type { ReactNode } from 'react'
import { Toasts } from '../shared/design/toasts.js'
import { PortalRoot } from '../shared/design/portal-root.js'
import { TooltipProvider } from '../shared/design/control-tooltip.js'
import { ErrorDialog } from '../shared/errors/error-dialog.js'

const maxRetries = 2

/** Only what may pass by itself is tried again: no answer, a busy or starting server. */
function mayRetry(failures: number, error: unknown): boolean {
  const passes = error instanceof ApiError && (error.status === null || error.status >= 502)
  return passes && failures < maxRetries
}

export function createQueryClient(): QueryClient {
  // A server on this machine or in the house answers without the network that browsers mean by `onLine`.
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 30_000, networkMode, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  })
}

/** What every page stands in. */
export function Providers({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider delayDuration={350} skipDelayDuration={200}>
        {children}
        <PortalRoot />
        <Toasts />
        <ErrorDialog />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
