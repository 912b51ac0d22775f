import type { OperationRecord } from '@kamar/contracts'
import { createObservable } from '../observable.js'

/** Bulk operations that run, and those that ended since the page was loaded and were not closed. */
export const operations = createObservable<readonly OperationRecord[]>([])

/** Returns whether an operation has further steps. */
export const isRunning = ({ state }: OperationRecord): boolean => state === 'queued' || state === 'running'

/** Takes the state of an operation from a response or event; an event may arrive after a later response. */
export function receiveOperation(operation: OperationRecord): void {
  operations.set((current) => {
    const before = current.find(({ id }) => id === operation.id)
    if (!before) return [...current.filter(isRunning), operation]
    if (isOutdated(operation, before)) return current
    return current.map((other) => (other === before ? operation : other))
  })
}

/** Takes the list of the server: of those that this page does not know, only the ones that run. */
export function receiveOperations(list: readonly OperationRecord[]): void {
  const knownIds = new Set(operations.get().map(({ id }) => id))
  for (const operation of list) if (isRunning(operation) || knownIds.has(operation.id)) receiveOperation(operation)
}

export function closeOperation(id: string): void {
  operations.set((current) => current.filter((operation) => operation.id !== id))
}

function isOutdated(operation: OperationRecord, current: OperationRecord): boolean {
  if (operation.isUndo !== current.isUndo) return current.isUndo
  return operation.done < current.done || (isRunning(operation) && !isRunning(current))
}
