import type { AuditRow } from '@kamar/contracts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditNames, type AuditMessagePart, toAuditMessage } from './audit-message.js'

interface AuditMessageProps {
  readonly row: AuditRow
  readonly names: AuditNames
  /** Shows a person or a file that has an id; left out: as a plain name. */
  readonly renderName?: (part: AuditMessagePart) => ReactNode
}

/** What a row of the audit trail says: "Gor opened Duplex_A.ifc, version 1". */
export function AuditMessage({ row, names, renderName }: AuditMessageProps) {
  const { t } = useTranslation()
  return toAuditMessage(row, names, t).map((part, index) => (
    // The parts of a sentence have no other order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{showPart(part, renderName)}</Fragment>
  ))
}

function showPart(part: AuditMessagePart, renderName: AuditMessageProps['renderName']): ReactNode {
  if (part.kind === 'text') return part.text
  if (part.kind !== 'name' && part.id !== '' && renderName) return renderName(part)
  return <span className="font-medium">{part.text}</span>
}
