import type { CompanyChange, CompanyForm } from '@kamar/contracts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.js'
import { adminKeys } from '../admin-keys.js'

/** Loads company accounts, by name. */
export function useCompanies() {
  return useQuery({
    queryKey: adminKeys.companies,
    queryFn: ({ signal }) => api.call('listCompanies', undefined, { signal }),
  })
}

/** Finds shared projects by name; none without a text. */
export function useFoundProjects(search: string) {
  return useQuery({
    queryKey: [...adminKeys.companies, 'projects', search],
    queryFn:
      search === '' ? skipToken : ({ signal }) => api.call('findPaidProjects', { query: { search } }, { signal }),
  })
}

/** Returns the requests for company accounts; each rejects with the server's error. */
export function useCompanyCalls() {
  const client = useQueryClient()
  return useMemo(() => {
    const afterwards = async (request: Promise<unknown>): Promise<void> => {
      await request
      await Promise.all(
        [adminKeys.companies, adminKeys.users].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    }
    return {
      create: (body: CompanyForm) => afterwards(api.call('createCompany', { body })),
      change: (id: string, body: CompanyChange) => afterwards(api.call('changeCompany', { parameters: { id }, body })),
      remove: (id: string) => afterwards(api.call('deleteCompany', { parameters: { id } })),
      changePayer: (projectId: string, accountId: string) =>
        afterwards(api.call('changePayer', { parameters: { id: projectId }, body: { accountId } })),
    }
  }, [client])
}
