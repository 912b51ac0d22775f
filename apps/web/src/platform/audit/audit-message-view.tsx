import type { AuditRow } from '@kamar/contracts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditNames, type AuditMessagePart, toAuditMessage } from './audit-message.js'

interface AuditMessageProps {
  readonly row: AuditRow
  readonly names: AuditNames
  /** Renders a user or file that has an id; by default as a plain name. */
  readonly renderName?: (part: AuditMessagePart) => ReactNode
}

/** Renders the message of an audit trail row: "Gor opened Duplex_A.ifc, version 1". */
export function AuditMessage({ row, names, renderName }: AuditMessageProps) {
  const { t } = useTranslation()
  return toAuditMessage(row, names, t).map((part, index) => (
    // The parts of a message are never reordered.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{showPart(part, renderName)}</Fragment>
  ))
}

function showPart(part: AuditMessagePart, renderName: AuditMessageProps['renderName']): ReactNode {
  if (part.kind === 'text') return part.text
  if (part.kind !== 'name' && part.id !== '' && renderName) return renderName(part)
  return <span className="font-medium">{part.text}</span>
}
