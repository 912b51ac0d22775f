import type { FileRecord } from '@kamar/contracts'
import type { ReadReport } from '@kamar/scene'
import { readReport } from '@kamar/view-package/read'
import { useQuery } from '@tanstack/react-query'
import { fetchStream } from '../api/api.js'
import { derivativeUrl } from './derivative-url.js'

type ReportFile = Pick<FileRecord, 'urn' | 'jobId' | 'status'>

/**
 * The translation report of a finished model: what was read, what is not shown and why. It is read by itself, because
 * reading the manifest is recorded as opening the model.
 */
export function useReport({ urn, jobId, status }: ReportFile) {
  return useQuery({
    queryKey: ['report', urn, jobId, status],
    queryFn: async ({ signal }): Promise<ReadReport | null> => {
      const response = await fetchStream(derivativeUrl(urn, 'report.json'), { signal })
      return readReport(await response.json())
    },
    enabled: status === 'success' && urn !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
