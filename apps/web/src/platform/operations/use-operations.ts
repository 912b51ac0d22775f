import type { OperationForm, OperationRecord } from '@kamar/contracts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/api.js'
import { liveConnection } from '../files/live/live-connection.js'
import { useObservable } from '../observable.js'
import { isRunning, operations, receiveOperation, receiveOperations } from './operations-state.js'

/** Interval of requests for the progress while the page receives no live events. */
const pollMilliseconds = 2_000

/** Loads again what a finished operation changed. */
export async function reloadAfter(client: QueryClient, operation: OperationRecord): Promise<void> {
  if (isRunning(operation)) return
  const keys = [['files'], ['file-pages'], ['folders'], ['bin']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Returns the bulk operations to show, with their progress. */
export function useOperations(): readonly OperationRecord[] {
  const client = useQueryClient()
  const current = useObservable(operations)
  const isConnected = useObservable(liveConnection)
  useQuery({
    queryKey: ['operations'],
    queryFn: async ({ signal }) => {
      const list = await api.call('listOperations', undefined, { signal })
      const runningIds = new Set(operations.get().flatMap((operation) => (isRunning(operation) ? operation.id : [])))
      receiveOperations(list)
      for (const operation of list) if (runningIds.has(operation.id)) await reloadAfter(client, operation)
      return list
    },
    refetchInterval: !isConnected && current.some(isRunning) ? pollMilliseconds : false,
  })
  return current
}

/** Returns the requests for bulk operations; each rejects with the server's error. */
export function useOperationCalls() {
  const client = useQueryClient()
  return useMemo(() => {
    const follow = async (request: Promise<OperationRecord>): Promise<OperationRecord> => {
      const operation = await request
      receiveOperation(operation)
      await reloadAfter(client, operation)
      return operation
    }
    return {
      begin: (form: OperationForm) => follow(api.call('beginOperation', { body: form })),
      plan: (form: OperationForm) => api.call('planOperation', { body: form }),
      cancel: (id: string) => follow(api.call('cancelOperation', { parameters: { id } })),
      undo: (id: string) => follow(api.call('undoOperation', { parameters: { id } })),
    }
  }, [client])
}
export type OperationCalls = ReturnType<typeof useOperationCalls>
