import { lazy } from 'react'
import { PartBoundary } from '../errors/part-boundary.js'
import { useOperations } from './use-operations.js'

const OperationList = lazy(async () => ({ default: (await import('./operation-list.js')).OperationList }))

/** Renders the bulk operations of the account; loads their list with the first one. */
export function OperationTray() {
  const operations = useOperations()
  if (operations.length === 0) return null
  return (
    <PartBoundary isFloating>
      <OperationList operations={operations} />
    </PartBoundary>
  )
}
