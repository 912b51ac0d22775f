import type { OperationRecord } from '@kamar/contracts'

/** Creates a finished bulk operation. */
export const operationRecord = (values: Partial<OperationRecord> = {}): OperationRecord => ({
  id: 'operation-1',
  kind: 'move',
  folderId: 'Archive',
  state: 'done',
  isUndo: false,
  total: 2,
  done: 2,
  changed: 2,
  failed: 0,
  failures: [],
  undoUntil: new Date(Date.now() + 600_000).toISOString(),
  createdAt: new Date().toISOString(),
  ...values,
})
