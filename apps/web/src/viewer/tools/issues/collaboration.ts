import type { TopicForm } from '@kamar/contracts'
import type { ModelTree } from '@kamar/package-format/read'
import type { Dispatch, SetStateAction } from 'react'
import type { FileAccess } from '../../session/session.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import type { PendingFile } from './attachments/pending-file.js'
import type { TopicFieldValues } from './topic/topic-fields.js'
import type { AnchorPicker } from './topic/use-anchor-picker.js'

/** Location of a new topic. */
export interface NewTopicTarget {
  readonly anchor: TopicForm['anchor'] | null
  /** Display name of the element at the anchor. */
  readonly elementName?: string
  /** Written so far; it outlives the panel, which closes on a phone while the place is chosen. */
  readonly values?: TopicFieldValues
  readonly files?: readonly PendingFile[]
}

/** The open topic, and the one being written. */
export interface OpenTopic {
  readonly topicId: string | null
  readonly openTopic: (topicId: string | null) => void
  /** The topic being written; null when there is none. */
  readonly newTopic: NewTopicTarget | null
  readonly setNewTopic: Dispatch<SetStateAction<NewTopicTarget | null>>
}

/** File under discussion, the user's role, and the open topic. */
export interface Collaboration extends Pick<FileAccess, 'fileId' | 'role' | 'fileVersion' | 'isExample'>, OpenTopic {
  readonly anchorPicker: AnchorPicker
}

/** Properties of the parts of the topics panel. */
export interface TopicsPanelProps {
  readonly collaboration: Collaboration
  readonly model: ActiveModel
  readonly tree: ModelTree | null
}

/** Properties of the parts of one topic. */
export interface TopicDetailProps extends TopicsPanelProps {
  readonly fileId: string
  readonly topicId: string
}
