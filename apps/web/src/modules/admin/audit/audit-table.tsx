import { type AuditRow, auditActions, isAuditAction } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import type { AuditNames, AuditMessagePart } from '../../../platform/audit/audit-message.js'
import { AuditMessage } from '../../../platform/audit/audit-message-view.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import type { AuditView } from './audit-filter.js'

interface AuditTableProps {
  readonly rows: readonly AuditRow[]
  readonly names: AuditNames
  /** Filters by one user or one file. */
  readonly onChoose: (part: Partial<AuditView>) => void
}

/** Renders rows of the trail, newest first. On a phone a row is two lines. */
export function AuditTable({ names, onChoose, rows }: AuditTableProps) {
  const { t } = useTranslation()
  return (
    <table className="w-full border-t border-line text-13 max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-start text-12 text-muted">
          {(['time', 'event', 'kind'] as const).map((column) => (
            <th key={column} scope="col" className="px-2 py-2 text-start font-medium first:ps-5 last:pe-5">
              {t(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line/60 max-sm:block">
        {rows.map((row) => (
          <AuditLine key={row.sequence} row={row} names={names} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  )
}

interface AuditLineProps extends Omit<AuditTableProps, 'rows'> {
  readonly row: AuditRow
}

function AuditLine({ names, onChoose, row }: AuditLineProps) {
  const { t } = useTranslation()
  const group = isAuditAction(row.action) ? auditActions[row.action] : null
  const choose = ({ id, kind }: AuditMessagePart): void => onChoose(kind === 'file' ? { file: id } : { person: id })
  return (
    <tr className="align-baseline max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:px-4 max-sm:py-2.5">
      <td className="whitespace-nowrap text-muted tabular-nums sm:w-44 sm:py-2 sm:ps-5 sm:pe-2">
        <ShownTime value={row.time} as="moment" />
      </td>
      <td className="wrap-anywhere max-sm:order-last max-sm:basis-full sm:px-2 sm:py-2">
        <AuditMessage
          row={row}
          names={names}
          renderName={(part) => (
            <button
              type="button"
              title={t('audit.show', { name: part.text })}
              onClick={() => choose(part)}
              className="text-start font-medium wrap-anywhere hover:text-accent hover:underline"
            >
              {part.text}
            </button>
          )}
        />
      </td>
      <td className="text-12 whitespace-nowrap text-muted max-sm:ms-auto sm:w-36 sm:py-2 sm:ps-2 sm:pe-5">
        {group ? t(`audit.group.${group}`) : row.action}
      </td>
    </tr>
  )
}
