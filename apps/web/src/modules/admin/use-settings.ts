import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.js'
import { adminKeys } from './admin-keys.js'

/** Provides the settings of the whole deployment. */
export function useSettings() {
  return useQuery({
    queryKey: adminKeys.settings,
    queryFn: ({ signal }) => api.call('deploymentSettings', undefined, { signal }),
  })
}
