import { type AllTopicsPage, type ListedTopic, standardTopicValues } from '@kamar/contracts'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../platform/design/class-names.js'
import { compactInputClass } from '../../platform/design/fields/text-field.js'
import { DueDate, IssueLink } from './issue-parts.js'
import { formatOption } from '../../platform/issues/issue-options.js'

interface IssueBoardProps {
  readonly topics: readonly ListedTopic[]
  readonly facets: AllTopicsPage['facets']
  readonly busy: boolean
  readonly onMove: (topic: ListedTopic, status: string) => void
}

const dragType = 'application/x-kamar-topic'

/** Renders issues as cards in a column for each status; cards are dragged, or moved by their status field. */
export function IssueBoard(props: IssueBoardProps) {
  const { t } = useTranslation()
  const { facets, topics } = props
  const standard: readonly string[] = standardTopicValues.status
  const others = facets.status.map(({ value }) => value).filter((value) => !standard.includes(value))
  const withoutStatus = topics.some(({ status }) => status === '') ? [''] : []
  const statuses = [...standard, ...others, ...withoutStatus]
  return (
    <>
      <p className="mb-2 text-13 text-pretty text-muted">{t('issuesPage.moveHint')}</p>
      <div className="flex snap-x gap-3 overflow-x-auto pb-3">
        {statuses.map((status) => (
          <Column key={status} status={status} statuses={statuses} {...props} />
        ))}
      </div>
    </>
  )
}

interface ColumnProps extends IssueBoardProps {
  readonly status: string
  readonly statuses: readonly string[]
}

function Column({ status, statuses, topics, onMove, busy }: ColumnProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const own = topics.filter((topic) => topic.status === status)
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const topic = topics.find(({ id }) => id === event.dataTransfer.getData(dragType))
    if (topic && topic.status !== status && status !== '') onMove(topic, status)
  }
  const title = status === '' ? t('issuesPage.noStatus') : formatOption('status', status, t)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut of the status field
    <section
      aria-label={title}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classNames(
        'w-68 shrink-0 snap-start rounded-card border bg-sunken p-2',
        isOver ? 'border-accent' : 'border-line',
      )}
    >
      <h2 className="flex items-baseline gap-2 px-1 pb-2 text-13">
        {title}
        <span className="font-normal text-muted tabular-nums">{own.length}</span>
      </h2>
      <ul className="min-h-16 space-y-2">
        {own.map((topic) => (
          <Card key={topic.id} topic={topic} statuses={statuses} busy={busy} onMove={onMove} />
        ))}
      </ul>
    </section>
  )
}

interface CardProps extends Pick<ColumnProps, 'statuses' | 'busy' | 'onMove'> {
  readonly topic: ListedTopic
}

function Card({ topic, statuses, busy, onMove }: CardProps) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut of the status field
    <li
      draggable={topic.mayChange}
      onDragStart={(event) => event.dataTransfer.setData(dragType, topic.id)}
      className={classNames(
        'rounded-card border border-line bg-surface p-2.5 text-14',
        topic.mayChange && 'cursor-grab',
      )}
    >
      <IssueLink topic={topic} />
      <p className="mt-1 text-12 wrap-anywhere text-muted">{topic.file.name}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-muted">
        {topic.assignee ? <span>{topic.assignee.name}</span> : null}
        <DueDate topic={topic} />
      </div>
      {topic.mayChange ? (
        <select
          aria-label={`${t('issuesPage.field.status')}: ${topic.title}`}
          className={classNames(compactInputClass, 'mt-2')}
          disabled={busy}
          value={topic.status}
          onChange={(event) => onMove(topic, event.currentTarget.value)}
        >
          {statuses
            .filter((status) => status !== '' || topic.status === '')
            .map((status) => (
              <option key={status} value={status}>
                {status === '' ? t('issuesPage.noStatus') : formatOption('status', status, t)}
              </option>
            ))}
        </select>
      ) : null}
    </li>
  )
}
