import type { BcfProject } from '../model.js'

/** What the model describes of a project, without the files it was read from. */
export function withoutSources({ id, name, topics }: BcfProject): BcfProject {
  return { id, name, topics: topics.map(({ source: _, ...topic }) => topic) }
}
