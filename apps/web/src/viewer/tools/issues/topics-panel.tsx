import { MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../platform/design/empty-state.js'
import type { TopicsPanelProps } from './collaboration.js'
import { NewTopicForm } from './topic/new-topic-form.js'
import { TopicDetail } from './topic/topic-detail.js'
import { TopicList } from './list/topic-list.js'

/** Renders the topics of the model: the list, one topic, or a new one. */
export function TopicsPanel(props: TopicsPanelProps) {
  const { t } = useTranslation()
  const { fileId, isExample, newTopic, topicId } = props.collaboration
  if (fileId === null) {
    const text = props.model.urn === null ? t('topics.noModel') : isExample ? t('topics.example') : t('topics.loading')
    return (
      <EmptyState icon={<MessageSquareText size={28} strokeWidth={1.25} />} title={t('topics.title')}>
        {text}
      </EmptyState>
    )
  }
  if (newTopic) return <NewTopicForm {...props} fileId={fileId} target={newTopic} />
  if (topicId !== null) return <TopicDetail key={topicId} {...props} fileId={fileId} topicId={topicId} />
  return <TopicList {...props} fileId={fileId} />
}
