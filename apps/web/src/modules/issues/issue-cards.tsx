import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../platform/design/fields/checkbox.js'
import { DueDate, IssueLink, StatusMark } from './issue-parts.js'
import { type IssueListProps, toggled } from './issue-table.js'

/** Renders issues as cards, for a narrow screen. */
export function IssueCards({ topics, selectedIds, onSelect }: IssueListProps) {
  const { t } = useTranslation()
  return (
    <ul className="space-y-2">
      {topics.map((topic) => (
        <li key={topic.id} className="flex gap-2 rounded-card border border-line bg-surface p-3">
          <Checkbox
            aria-label={t('issuesPage.select', { title: topic.title })}
            checked={selectedIds.has(topic.id)}
            onChange={() => onSelect(toggled(selectedIds, topic.id))}
          />
          <div className="min-w-0 grow">
            <IssueLink topic={topic} />
            <p className="mt-1 text-12 wrap-anywhere text-muted">{topic.file.name}</p>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-muted">
              <StatusMark topic={topic} />
              {topic.assignee ? <span>{topic.assignee.name}</span> : null}
              <DueDate topic={topic} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
