import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../shared/i18n/index.js'
import type { ComparedUrns, PackageComparison } from './compare-packages.js'
import type { ReportLine } from './report-lines.js'

export interface DifferenceReport {
  /** 0 to 1. */
  readonly fraction: number
  readonly result: PackageComparison | null
  readonly lines: readonly ReportLine[] | null
  /** Null while nothing failed. */
  readonly error: unknown
  readonly retry: () => void
}

/** Compares two versions and reads everything that differs; nothing without two versions. */
export function useDifferenceReport({ newer, older }: ComparedUrns): DifferenceReport {
  const { t } = useTranslation()
  const [fraction, setFraction] = useState(0)
  const language = currentLanguage()
  const compared = useQuery({
    queryKey: ['comparison', older, newer],
    queryFn: async ({ signal }) => (await import('./compare-packages.js')).comparePackages({ older, newer }, signal),
    enabled: older !== '' && newer !== '',
    // A package never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const result = compared.data
  const read = useQuery({
    queryKey: ['differences', older, newer, language],
    queryFn: async ({ signal }) => {
      if (!result) return []
      const { readReport } = await import('./report-lines.js')
      return readReport(result, { t, language, signal, onFraction: setFraction })
    },
    enabled: result !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    fraction,
    result: result ?? null,
    lines: read.data ?? null,
    error: compared.error ?? read.error,
    retry: () => void (compared.isError ? compared.refetch() : read.refetch()),
  }
}
