import type { AuditRow } from '@kamar/contracts'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditNames, type SentencePart, toSentence } from './audit-sentence.js'

interface AuditSentenceProps {
  readonly row: AuditRow
  readonly names: AuditNames
  /** Shows a person or a file that has an id; left out: as a plain name. */
  readonly renderName?: (part: SentencePart) => ReactNode
}

/** What a row of the audit trail says: "Gor opened Duplex_A.ifc, version 1". */
export function AuditSentence({ row, names, renderName }: AuditSentenceProps) {
  const { t } = useTranslation()
  return toSentence(row, names, t).map((part, index) => (
    // The parts of a sentence have no other order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{showPart(part, renderName)}</Fragment>
  ))
}

function showPart(part: SentencePart, renderName: AuditSentenceProps['renderName']): ReactNode {
  if (part.kind === 'text') return part.text
  if (part.kind !== 'name' && part.id !== '' && renderName) return renderName(part)
  return <span className="font-medium">{part.text}</span>
}
