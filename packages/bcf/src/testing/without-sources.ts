import type { BcfProject, BcfTopic } from '../model.js'

/** Returns the modelled data of a project, without its source files. */
export function withoutSources({ id, name, topics }: BcfProject): BcfProject {
  return { id, name, topics: topics.map(withoutSource) }
}

/** Returns a topic without its source files. */
export function withoutSource(topic: BcfTopic): BcfTopic {
  const { source: _, ...rest } = topic
  return rest
}
