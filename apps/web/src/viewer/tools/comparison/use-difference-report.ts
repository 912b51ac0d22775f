import type { ChangeCounts } from '@kamar/comparison'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../platform/i18n/index.js'
import type { ComparedUrns, PackageComparison } from './compare-packages.js'
import type { ReportLine } from './report-lines.js'

export interface DifferenceReport {
  /** 0 to 1. */
  readonly fraction: number
  readonly result: PackageComparison | null
  readonly lines: readonly ReportLine[] | null
  /** Counts of elements and of drawn entities; null until known. */
  readonly counts: ChangeCounts | null
  /** Null without an error. */
  readonly error: unknown
  readonly retry: () => void
}

/** Compares two versions and reads all differences; does nothing without two versions. */
export function useDifferenceReport({ newer, older }: ComparedUrns): DifferenceReport {
  const { t } = useTranslation()
  const [fraction, setFraction] = useState(0)
  const language = currentLanguage()
  const compared = useQuery({
    queryKey: ['comparison', older, newer],
    queryFn: async ({ signal }) => (await import('./compare-packages.js')).comparePackages({ older, newer }, signal),
    enabled: older !== '' && newer !== '',
    // A package is immutable.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const result = compared.data
  const read = useQuery({
    queryKey: ['differences', older, newer, language],
    queryFn: async ({ signal }) => {
      if (!result) return null
      const [{ readReport }, { hasModel, hasSheets, readDrawingReport }] = await Promise.all([
        import('./report-lines.js'),
        import('./sheets/drawing-report.js'),
      ])
      const model = hasModel(result)
      const lines = model ? await readReport(result, { t, language, signal, onFraction: setFraction }) : []
      const drawingReport = hasSheets(result) ? await readDrawingReport({ older, newer }, { t, signal }) : null
      const counts = [model ? result.comparison.counts : null, drawingReport?.counts ?? null]
      return { lines: [...lines, ...(drawingReport?.lines ?? [])], counts: sumCounts(counts) }
    },
    enabled: result !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    fraction,
    result: result ?? null,
    lines: read.data?.lines ?? null,
    counts: read.data?.counts ?? (result && isSingleModel(result) ? result.comparison.counts : null),
    error: compared.error ?? read.error,
    retry: () => void (compared.isError ? compared.refetch() : read.refetch()),
  }
}

function sumCounts(all: readonly (ChangeCounts | null)[]): ChangeCounts {
  const sum = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const counts of all)
    for (const kind of ['added', 'removed', 'changed', 'same'] as const) sum[kind] += counts?.[kind] ?? 0
  return sum
}

/** Elements are counted before their properties are read; sheets are counted as they are compared. */
const isSingleModel = ({ older, newer }: PackageComparison): boolean =>
  [older, newer].every(({ manifest }) => (manifest.sheets?.length ?? 0) === 0)
