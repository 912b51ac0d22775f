import type { OperationRecord } from '@kamar/contracts'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../design/button.js'
import { ProgressBar } from '../design/progress/progress-bar.js'
import { isErrorCode, messageOfCode } from '../errors/error-message.js'
import { useFormats } from '../format/use-formats.js'
import { useAsyncAction } from '../use-async-action.js'
import { closeOperation, isRunning } from './operations-state.js'
import { useOperationCalls } from './use-operations.js'

/** Renders the progress of bulk operations, and of finished ones the result with Undo. */
export function OperationList({ operations }: { readonly operations: readonly OperationRecord[] }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('operations.title')}
      className="fixed inset-x-4 bottom-[max(5rem,var(--tray-inset,0px)+1rem)] z-40 mx-auto max-w-96 animate-rise divide-y divide-line rounded-card border border-line bg-surface shadow-float sm:end-4 sm:bottom-[calc(var(--tray-inset,0px)+1rem)] sm:mx-0 sm:ms-auto sm:w-96"
    >
      {operations.map((operation) =>
        isRunning(operation) ? (
          <Progress key={operation.id} operation={operation} />
        ) : (
          <Result key={operation.id} operation={operation} />
        ),
      )}
    </section>
  )
}

interface OperationProps {
  readonly operation: OperationRecord
}

function Progress({ operation }: OperationProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { cancel } = useOperationCalls()
  const { begin } = useAsyncAction()
  const { done, id, isUndo, kind, total } = operation
  const label = t(isUndo ? 'operations.undoing' : `operations.running.${kind}`)
  const progress = t('operations.progress', { done: formats.number(done), total: formats.number(total) })
  return (
    <div className="p-4">
      <ProgressBar
        label={label}
        text={`${label}: ${progress}`}
        percent={total === 0 ? 0 : (100 * done) / total}
        onCancel={() => begin(() => cancel(id))}
      />
    </div>
  )
}

function Result({ operation }: OperationProps) {
  const { t } = useTranslation()
  const { undo } = useOperationCalls()
  const { begin, busy } = useAsyncAction()
  const canUndo = useIsBefore(operation.undoUntil)
  const { changed, failed, id, isUndo, kind, state } = operation
  return (
    <div className="flex items-start gap-2 p-2 ps-4">
      <div role="status" className="min-w-0 grow py-1.5 text-14">
        <p className="text-pretty">
          {t(isUndo ? 'operations.undone' : `operations.done.${kind}`, { count: changed })}
          {state === 'cancelled' || state === 'failed' ? ` ${t(`operations.${state}`)}` : ''}
        </p>
        {failed > 0 ? (
          <>
            <p className="mt-1 text-13 text-pretty text-danger">{t('operations.unchanged', { count: failed })}</p>
            <Reasons operation={operation} />
          </>
        ) : null}
      </div>
      {canUndo ? (
        <Button size="small" tone="quiet" disabled={busy} onClick={() => begin(() => undo(id))}>
          {t('operations.undo')}
        </Button>
      ) : null}
      <IconButton size="small" label={t('common.close')} side="top" onClick={() => closeOperation(id)}>
        <X />
      </IconButton>
    </div>
  )
}

function Reasons({ operation }: OperationProps) {
  const formats = useFormats()
  return (
    <ul className="text-13 text-pretty text-muted">
      {operation.failures.map(({ code, details, files }) => (
        <li key={code}>{`${isErrorCode(code) ? messageOfCode(code, details) : code} (${formats.number(files)})`}</li>
      ))}
    </ul>
  )
}

/** Returns whether a time is not over yet, and renders again when it is. */
function useIsBefore(time: string | null): boolean {
  const [overdue, setOverdue] = useState<string | null>(null)
  useEffect(() => {
    if (time === null) return undefined
    const timer = setTimeout(() => setOverdue(time), Math.max(0, Date.parse(time) - Date.now()))
    return () => clearTimeout(timer)
  }, [time])
  return time !== null && overdue !== time
}
