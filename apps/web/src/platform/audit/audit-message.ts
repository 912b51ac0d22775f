import { type AuditAction, type AuditRow, isAuditAction, MemberRole } from '@kamar/contracts'
import type { TFunction } from 'i18next'

/** A part of a message: plain text, or the name of a user or a file with its id. */
export interface AuditMessagePart {
  readonly text: string
  readonly kind: 'text' | 'name' | 'person' | 'file'
  /** Empty without an id, e.g. for guests. */
  readonly id: string
}

/** Names by id, for the ids in the details of rows. */
export type AuditNames = Readonly<Record<string, string>>

type AuditMessageKey = AuditAction | 'file.upload-version' | 'session.refused-unknown'

// A character that no name contains encloses the index of a part, so that a translation may place it anywhere.
const mark = '\u0001'

/** Returns the message of an audit trail row as its parts, in the language of the interface. */
export function toAuditMessage(row: AuditRow, names: AuditNames, t: TFunction): AuditMessagePart[] {
  const parts: AuditMessagePart[] = []
  const put = (part: AuditMessagePart): string => `${mark}${parts.push(part) - 1}${mark}`
  const actor = put(toActor(row, t))
  const subject = put(toSubject(row, t))
  if (!isAuditAction(row.action)) return split(`${actor}: ${row.action}, ${subject}`, parts)
  const { details } = row
  const account = toText(details['account'])
  const user = put({ text: names[account] ?? t('audit.deletedAccount'), kind: 'person', id: account })
  const name = (text: string): string => put({ text, kind: 'name', id: '' })
  const message = t(`audit.action.${toKey(row.action, row)}`, {
    actor,
    subject,
    person: user,
    group: name(names[toText(details['group'])] ?? t('audit.deletedItem')),
    version: withText(details['version'], (number) => t('audit.version', { number })),
    recipient: withText(details['recipient'], (recipient) => t('audit.recipient', { name: name(recipient) })),
    reason: toReason(details['reason'], t),
    number: toText(details['version']),
    role: toRole(details['role'], t),
    email: name(toText(details['email'])),
    export: toText(details['export']),
    from: name(toText(details['from'])),
    to: name(names[toText(details['to'])] ?? toText(details['to'])),
    name: name(nameProperties.map((property) => toText(details[property])).find((text) => text !== '') ?? ''),
  })
  return split(message, parts)
}

/** Detail fields in which actions state the name of a font, an extension, an application, … */
const nameProperties = ['name', 'names', 'identifier', 'bucketKey', 'provider'] as const

function toKey(action: AuditAction, { details, subject }: AuditRow): AuditMessageKey {
  if (action === 'file.upload' && details['version'] !== 1) return 'file.upload-version'
  return action === 'session.refused' && subject === 'unknown' ? 'session.refused-unknown' : action
}

function toActor({ action, actor, actorName, details }: AuditRow, t: TFunction): AuditMessagePart {
  if (actor !== null) return { text: actorName ?? t('audit.deletedAccount'), kind: 'person', id: actor }
  if (typeof details['link'] === 'string') {
    const name = toText(details['recipient'])
    return { text: name === '' ? t('audit.guest') : t('audit.guestNamed', { name }), kind: 'name', id: '' }
  }
  return { text: t(action === 'contact.send' ? 'audit.visitor' : 'audit.server'), kind: 'name', id: '' }
}

const userActions: ReadonlySet<string> = new Set(['session.refused', 'two-factor.reset'])

function toSubject({ action, subject, subjectName }: AuditRow, t: TFunction): AuditMessagePart {
  const isFile = action.startsWith('file.') || action === 'link.open'
  const isUser = action.startsWith('account.') || userActions.has(action)
  const kind = isFile ? 'file' : isUser ? 'person' : 'name'
  return { text: subjectName ?? t(isUser ? 'audit.deletedAccount' : 'audit.deletedItem'), kind, id: subject }
}

function toReason(reason: unknown, t: TFunction): string {
  return reason === 'code' || reason === 'rejected' || reason === 'pending' ? t(`audit.reason.${reason}`) : ''
}

function toRole(role: unknown, t: TFunction): string {
  const { data } = MemberRole.safeParse(role)
  return data === undefined ? toText(role) : t(`share.roles.${data}`)
}

function withText(value: unknown, write: (text: string) => string): string {
  const text = toText(value)
  return text === '' ? '' : write(text)
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Indices of parts are at the odd positions. */
function split(message: string, parts: readonly AuditMessagePart[]): AuditMessagePart[] {
  return message.split(mark).flatMap((text, index): AuditMessagePart[] => {
    const part = index % 2 === 1 ? parts[Number(text)] : { text, kind: 'text' as const, id: '' }
    return part && part.text !== '' ? [part] : []
  })
}
