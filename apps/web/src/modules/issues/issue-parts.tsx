import type { ListedTopic } from '@kamar/contracts'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classNames } from '../../platform/design/class-names.js'
import { ShownTime } from '../../platform/format/shown-time.js'
import { formatOption, isOverdue, topicAddress } from '../../platform/issues/issue-options.js'

interface IssuePartProps {
  readonly topic: ListedTopic
}

/** Renders the status of an issue, coloured by whether work on it is needed. */
export function StatusMark({ topic: { isClosed, status } }: IssuePartProps) {
  const { t } = useTranslation()
  if (status === '') return null
  const tone = isClosed ? 'bg-success-soft' : status === 'In Progress' ? 'bg-warning-soft' : 'bg-accent-soft'
  return (
    <span className={classNames('rounded-full px-2 py-0.5 text-12 whitespace-nowrap text-text', tone)}>
      {formatOption('status', status, t)}
    </span>
  )
}

/** Renders the due date, in red once it has passed. */
export function DueDate({ topic }: IssuePartProps) {
  const { t } = useTranslation()
  if (topic.dueDate === null) return null
  const overdue = isOverdue(topic)
  return (
    <span className={classNames('inline-flex items-center gap-1 whitespace-nowrap', overdue && 'text-danger')}>
      <CalendarClock size={12} />
      <ShownTime value={topic.dueDate} as="day" />
      {overdue ? <span className="sr-only">{t('issuesPage.overdue')}</span> : null}
    </span>
  )
}

/** Renders number and title as a link that opens the issue in the viewer. */
export function IssueLink({ topic }: IssuePartProps) {
  return (
    <Link
      to={topicAddress(topic)}
      className="rounded-control font-medium wrap-anywhere hover:underline pointer-coarse:inline-block pointer-coarse:py-2"
    >
      <span className="me-1.5 text-muted tabular-nums">{`#${topic.number}`}</span>
      {topic.title}
    </Link>
  )
}
