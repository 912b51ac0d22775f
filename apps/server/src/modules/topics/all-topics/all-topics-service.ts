import { AppError } from '@kamar/core'
import {
  type AllTopicsPage,
  collaborationLimits as limits,
  type MyTopicCount,
  type TopicBulkChange,
  type TopicBulkResult,
  type TopicChange,
} from '@kamar/contracts'
import type { AccountActor } from '../../../platform/authorization/actor.js'
import type { UnitOfWork } from '../../../platform/unit-of-work.js'
import type { ModuleContext } from '../../../domain/module-context.js'
import { findTopic, openTopicContext } from '../topic-access.js'
import { changeTopic } from '../topic-service.js'
import { type AllListQuery, countMyTopics, listAllTopicPage } from './all-topics-list.js'

/** Lists and changes topics of all files that an account may see. */
export class AllTopicsService {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  list(actor: AccountActor, query: AllListQuery): Promise<AllTopicsPage> {
    return listAllTopicPage(this.#context.database, actor, query)
  }

  count(actor: AccountActor): Promise<MyTopicCount> {
    return countMyTopics(this.#context.database, actor)
  }

  /** Changes many topics in one transaction; those that the actor may not change stay and are listed. */
  change(actor: AccountActor, { change, topics }: TopicBulkChange): Promise<TopicBulkResult> {
    return this.#context.transact(async (unit) => {
      const failed: TopicBulkResult['failed'] = []
      // In a fixed order, so that two such changes do not wait for each other.
      const ordered = topics.toSorted((a, b) => (a.topicId < b.topicId ? -1 : 1))
      for (const address of ordered) {
        const code = await changeOne(unit, actor, { address, change })
        if (code !== null) failed.push({ topicId: address.topicId, code })
      }
      return { changed: topics.length - failed.length, failed }
    })
  }
}

interface OneChange {
  readonly address: TopicBulkChange['topics'][number]
  readonly change: TopicBulkChange['change']
}

/** Changes one topic; returns the code of the error when it cannot be changed. */
async function changeOne(unit: UnitOfWork, actor: AccountActor, one: OneChange): Promise<string | null> {
  const { addLabel, ...fields } = one.change
  const { fileId, topicId } = one.address
  try {
    const topicContext = await openTopicContext(unit.transaction, actor, { fileId, action: 'topic:write' })
    const { labels, revision } = await findTopic(unit.transaction, topicContext, topicId)
    const change: TopicChange = {
      ...fields,
      revision,
      ...(addLabel === undefined
        ? {}
        : { labels: [...new Set([...labels, addLabel])].slice(0, limits.labelsPerTopic) }),
    }
    await changeTopic(unit, topicContext, { topicId, change })
    return null
  } catch (error) {
    // These are thrown before anything is written, so the transaction continues.
    if (error instanceof AppError) return error.code
    throw error
  }
}
