import type { SignInOptions } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { publicApi } from '../../platform/api/api.js'

/** Returns the sign-in options of this server; null until it has responded. */
export function useSignInOptions(): SignInOptions | null {
  const { data } = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => publicApi.call('signInOptions', undefined, { signal }),
    staleTime: Infinity,
  })
  return data ?? null
}
