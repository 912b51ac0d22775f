import { describe, expect, it } from 'vitest'
import { computeChanges } from './topic-changes.js'
import type { TopicRow } from './topic-rows.js'

const row: TopicRow = {
  bcf_archive_blob: null,
  bcf_omitted: [],
  attachments: 0,
  photo_id: null,
  id: 't',
  file_id: 'f',
  guid: 'g',
  number: 1,
  revision: 1,
  title: 'Title',
  description: 'Text',
  search_text: '',
  type: 'Clash',
  status: 'Open',
  is_closed: false,
  priority: '',
  stage: '',
  labels: ['A', 'B'],
  assignee_id: 'a',
  assignee_name: 'Ani then',
  due_date: null,
  anchor: { sourceId: 'wall', normal: null, point: [1, 2, 3] },
  file_version_id: null,
  author_id: null,
  author_name: 'Narek',
  created_at: new Date(0),
  changed_by_id: null,
  changed_by_name: 'Narek',
  changed_at: new Date(0),
  author_now: null,
  assignee_now: 'Ani now',
  changer_now: null,
  version_number: 1,
  comments: 0,
  viewpoint_id: null,
  snapshot_blob: null,
}

describe('computeChanges', () => {
  it('returns nothing for absent or unchanged fields', () => {
    expect(computeChanges(row, {})).toEqual([])
    const same = {
      title: 'Title',
      description: 'Text',
      status: 'Open',
      labels: ['A', 'B'],
      dueDate: null,
      priority: '',
    }
    expect(computeChanges(row, same)).toEqual([])
    expect(computeChanges(row, { assignee: { id: 'a', name: 'Ani now' } })).toEqual([])
  })

  it('returns the field with its old and new value', () => {
    expect(computeChanges(row, { status: 'Closed', dueDate: '2026-12-24', labels: ['B'] })).toEqual([
      { field: 'status', from: 'Open', to: 'Closed' },
      { field: 'dueDate', from: '', to: '2026-12-24' },
      { field: 'labels', from: 'A, B', to: 'B' },
    ])
  })

  it('returns current names of users, or their last known name', () => {
    expect(computeChanges(row, { assignee: null })).toEqual([{ field: 'assignee', from: 'Ani now', to: '' }])
    const formerAssignee = { ...row, assignee_id: null, assignee_now: null }
    expect(computeChanges(formerAssignee, { assignee: { id: 'b', name: 'Bob' } })).toEqual([
      { field: 'assignee', from: 'Ani then', to: 'Bob' },
    ])
  })

  it('omits long texts and compares anchors without regard to key order', () => {
    expect(computeChanges(row, { description: 'Another' })).toEqual([{ field: 'description', from: null, to: null }])
    expect(computeChanges(row, { anchor: { point: [1, 2, 3], normal: null, sourceId: 'wall' } })).toEqual([])
    expect(computeChanges(row, { anchor: { point: [1, 2, 4], normal: null, sourceId: 'wall' } })).toEqual([
      { field: 'anchor', from: null, to: null },
    ])
    expect(computeChanges(row, { anchor: null })).toHaveLength(1)
    expect(computeChanges({ ...row, anchor: null }, { anchor: null })).toEqual([])
  })
})
