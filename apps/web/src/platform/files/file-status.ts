import type { FileRecord } from '@kamar/contracts'

/** Displayed kind of a status; statuses that the server may add later are unknown. */
export type StatusKind = 'processing' | 'success' | 'failed' | 'error' | 'unknown'

const kinds: Readonly<Record<string, StatusKind>> = {
  processing: 'processing',
  inprogress: 'processing',
  success: 'success',
  failed: 'failed',
  error: 'error',
}

export function statusKind(status: string): StatusKind {
  return Object.hasOwn(kinds, status) ? (kinds[status] ?? 'unknown') : 'unknown'
}

export const isUnfinished = ({ status }: Pick<FileRecord, 'status'>): boolean => statusKind(status) === 'processing'
