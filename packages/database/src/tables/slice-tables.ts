import type { Generated } from 'kysely'
import type { Id, OptionalTime, Sha256 } from './columns.js'

/**
 * Who does a slice: nobody, the worker of the translation, another worker under a lease; or its result is in the store.
 */
export type SliceState = 'waiting' | 'own' | 'running' | 'done'

/** Slice of a running translation; its task and its result are files of the translation in the store. */
export interface TranslationSliceTable {
  translation_id: Id
  number: number
  /** Of the task and the version of the writer: a result is only used for the task that it was made of. */
  task_sha256: Sha256
  state: Generated<SliceState>
  /** Number of claims by workers other than the translation's. */
  attempts: Generated<number>
  lease_worker: string | null
  /** Fencing token: incremented with every claim; part of the name of the result. */
  lease_token: Generated<number>
  lease_until: OptionalTime
  result_sha256: Sha256 | null
  result_bytes: number | null
}

/** Tables of slices. */
export interface SliceTables {
  translation_slice: TranslationSliceTable
}
