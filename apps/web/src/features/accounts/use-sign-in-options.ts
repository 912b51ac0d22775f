import type { SignInOptions } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { publicApi } from '../../shared/api/api.js'

/** What this server offers on its sign-in pages; null until it has answered. */
export function useSignInOptions(): SignInOptions | null {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => publicApi.call('signInOptions', undefined, { signal }),
    staleTime: Infinity,
  })
  return data ?? null
}
