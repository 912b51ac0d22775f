import type { FileRecord } from '@kamar/contracts'
import { type Manifest, readManifest } from '@kamar/view-package/read'
import { useQuery } from '@tanstack/react-query'
import { fetchStream } from '../api/api.js'
import { derivativeUrl } from './derivative-url.js'

type TranslatedFile = Pick<FileRecord, 'urn' | 'jobId' | 'status'>

/** The manifest of a finished model: its report, its size, and what the source states about itself. */
export function useManifest({ urn, jobId, status }: TranslatedFile) {
  return useQuery({
    queryKey: ['manifest', urn, jobId, status],
    queryFn: async ({ signal }): Promise<Manifest> => {
      const response = await fetchStream(derivativeUrl(urn, 'manifest.json'), { signal })
      return readManifest(await response.json())
    },
    enabled: status === 'success' && urn !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
