import type { TopicAnchor, TopicChange } from '@kamar/contracts'
import type { JsonObject } from '@kamar/database'
import type { TopicRow } from './topic-rows.js'

/** Changed field of a topic, formatted for its history; long texts are only named. */
export type FieldChange = JsonObject & {
  readonly field: string
  readonly from: string | null
  readonly to: string | null
}

/** Columns that a form or a change sets, without author and time. */
export type TopicValues = Omit<TopicChange, 'revision' | 'mentions' | 'assigneeId'> & {
  /** Undefined: unchanged. */
  readonly assignee?: { readonly id: string; readonly name: string } | null
}

const textFieldNames = ['title', 'type', 'status', 'priority', 'stage'] as const

/** Computes the changed fields of a topic. */
export function computeChanges(before: TopicRow, after: TopicValues): FieldChange[] {
  const { anchor, assignee, description, dueDate, labels } = after
  const wordChanges = textFieldNames.map((field) => difference(field, before[field], after[field]))
  const changes = [
    ...wordChanges,
    difference('dueDate', before.due_date, dueDate),
    difference('labels', before.labels.join(', '), labels?.join(', ')),
    difference('assignee', assigneeName(before), assignee === undefined ? undefined : (assignee?.name ?? null)),
    silent('description', description !== undefined && description !== before.description),
    silent('anchor', anchor !== undefined && canonical(anchor) !== canonical(before.anchor)),
  ]
  return changes.filter((change) => change !== null)
}

function difference(field: string, from: string | null, to: string | null | undefined): FieldChange | null {
  return to === undefined || (to ?? '') === (from ?? '') ? null : { field, from: from ?? '', to: to ?? '' }
}

function silent(field: string, isChanged: boolean): FieldChange | null {
  return isChanged ? { field, from: null, to: null } : null
}

function assigneeName(row: TopicRow): string | null {
  return row.assignee_now ?? (row.assignee_name === '' ? null : row.assignee_name)
}

/** Normalises an anchor: `jsonb` does not keep the order of keys. */
function canonical(anchor: unknown): string {
  const { normal, point, sheet, sourceId } = (anchor ?? {}) as Partial<TopicAnchor>
  return JSON.stringify([point ?? null, normal ?? null, sourceId ?? null, sheet?.name ?? null, sheet?.index ?? null])
}
