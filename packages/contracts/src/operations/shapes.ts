import { z } from 'zod'
import { FileFilter } from '../files/list-shapes.js'
import { operationLimits } from './operation-limits.js'

/** `delete` moves files to the bin. */
export const OperationKind = z.enum(['move', 'copy', 'delete'])
export type OperationKind = z.infer<typeof OperationKind>

/** `failed`: ended by an unexpected error, after some of its steps. */
export const OperationState = z.enum(['queued', 'running', 'done', 'cancelled', 'failed'])
export type OperationState = z.infer<typeof OperationState>

/** Reason why a file stays unchanged: an error code with the values of its text. */
export const OperationFailure = z.object({
  code: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type OperationFailure = z.infer<typeof OperationFailure>

/** Files by ids, or everything that a filter matches; with the target folder, except for a deletion. */
export const OperationForm = z
  .strictObject({
    kind: OperationKind,
    ids: z.array(z.uuid()).min(1).max(operationLimits.ids).optional(),
    filter: FileFilter.optional(),
    folderId: z.uuid().optional(),
  })
  .refine(({ filter, ids }) => (filter === undefined) !== (ids === undefined))
  .refine(({ folderId, kind }) => (folderId === undefined) === (kind === 'delete'))
export type OperationForm = z.infer<typeof OperationForm>

/** Bulk operation with its progress. */
export const OperationRecord = z.object({
  id: z.string(),
  kind: OperationKind,
  /** Target of a move or copy. */
  folderId: z.string().nullable(),
  state: OperationState,
  /** Whether it is changing back, or has changed back, what it did before. */
  isUndo: z.boolean(),
  /** Files to change. */
  total: z.number().int(),
  /** Files that were changed, could not be, or need no change. */
  done: z.number().int(),
  changed: z.number().int(),
  /** Files that could not be changed. */
  failed: z.number().int(),
  /** Reasons why files stay unchanged, the commonest first, each with the values of the first file. */
  failures: z.array(OperationFailure.extend({ files: z.number().int() })),
  /** Until when it can be undone; null if it cannot. */
  undoUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type OperationRecord = z.infer<typeof OperationRecord>
