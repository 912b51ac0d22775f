import type { BcfProject, BcfTopic } from '../model.js'

/** What the model describes of a project, without the files it was read from. */
export function withoutSources({ id, name, topics }: BcfProject): BcfProject {
  return { id, name, topics: topics.map(withoutSource) }
}

/** A topic without the files it was read from. */
export function withoutSource(topic: BcfTopic): BcfTopic {
  const { source: _, ...rest } = topic
  return rest
}
