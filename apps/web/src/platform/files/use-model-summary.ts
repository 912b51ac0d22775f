import type { FileRecord } from '@kamar/contracts'
import { type Manifest, readManifest } from '@kamar/package-format/read'
import { useQuery } from '@tanstack/react-query'
import { fetchStream } from '../api/api.js'
import { derivativeUrl } from './derivative-url.js'

type TranslatedFile = Pick<FileRecord, 'urn' | 'jobId' | 'status'>

/**
 * Loads the manifest data of a finished model: its report, its size, and its source metadata. Reading the manifest
 * itself is recorded as opening the model; its summary has no chunks and files, and cannot be used to open the model.
 */
export function useModelSummary({ urn, jobId, status }: TranslatedFile) {
  return useQuery({
    queryKey: ['model-summary', urn, jobId, status],
    queryFn: async ({ signal }): Promise<Manifest> => {
      const response = await fetchStream(derivativeUrl(urn, 'summary.json'), { signal })
      return readManifest(await response.json())
    },
    enabled: status === 'success' && urn !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
