import type { ListedTopic } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../platform/design/fields/checkbox.js'
import { SortHeader } from '../../platform/design/sort-header.js'
import { ShownTime } from '../../platform/format/shown-time.js'
import { DueDate, IssueLink, StatusMark } from './issue-parts.js'
import type { IssueSort, IssueView } from './use-issue-view.js'
import { formatOption } from '../../platform/issues/issue-options.js'

export interface IssueListProps {
  readonly topics: readonly ListedTopic[]
  readonly view: IssueView
  readonly selectedIds: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onSort: (sort: IssueSort, isAscending: boolean) => void
}

/** Returns the selection with one more topic, or one less. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])
}

const columns = [
  ['title', 'issuesPage.field.title'],
  ['status', 'issuesPage.field.status'],
  ['priority', 'issuesPage.field.priority'],
  ['assignee', 'issuesPage.field.assignee'],
  ['due', 'issuesPage.field.due'],
  ['file', 'issuesPage.file'],
  ['changed', 'issuesPage.changed'],
] as const

/** Renders issues as a table that sorts by its columns. */
export function IssueTable(props: IssueListProps) {
  const { t } = useTranslation()
  const { topics, view, selectedIds, onSelect, onSort } = props
  const isEvery = topics.every(({ id }) => selectedIds.has(id))
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-start text-14">
        <thead className="border-b border-line text-12 text-muted">
          <tr>
            <th scope="col" className="w-10 ps-3 text-start">
              <Checkbox
                aria-label={t('issuesPage.selectAll')}
                checked={isEvery}
                mixed={!isEvery && selectedIds.size > 0}
                onChange={() => onSelect(isEvery ? new Set() : new Set(topics.map(({ id }) => id)))}
              />
            </th>
            {columns.map(([sort, text]) => (
              <SortHeader
                key={sort}
                label={t(text)}
                direction={view.sort === sort ? (view.isAscending ? 'ascending' : 'descending') : null}
                onSort={() => onSort(sort, view.sort === sort ? !view.isAscending : sort !== 'changed')}
              />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line/60">
          {topics.map((topic) => (
            <Row key={topic.id} topic={topic} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ topic, selectedIds, onSelect }: IssueListProps & { readonly topic: ListedTopic }) {
  const { t } = useTranslation()
  return (
    <tr className="align-top hover:bg-page">
      <td className="py-1.5 ps-3">
        <Checkbox
          aria-label={t('issuesPage.select', { title: topic.title })}
          checked={selectedIds.has(topic.id)}
          onChange={() => onSelect(toggled(selectedIds, topic.id))}
        />
      </td>
      <td className="max-w-96 min-w-56 px-2.5 py-2">
        <IssueLink topic={topic} />
        {topic.labels.length === 0 ? null : <p className="mt-0.5 text-12 text-muted">{topic.labels.join(', ')}</p>}
      </td>
      <td className="px-2.5 py-2">
        <StatusMark topic={topic} />
      </td>
      <td className="px-2.5 py-2 text-13">{formatOption('priority', topic.priority, t)}</td>
      <td className="px-2.5 py-2 text-13">{topic.assignee?.name ?? ''}</td>
      <td className="px-2.5 py-2 text-13">
        <DueDate topic={topic} />
      </td>
      <td className="max-w-56 px-2.5 py-2 text-13 wrap-anywhere">{topic.file.name}</td>
      <td className="px-2.5 py-2 text-13 whitespace-nowrap text-muted">
        <ShownTime value={topic.changedAt} as="age" />
      </td>
    </tr>
  )
}
