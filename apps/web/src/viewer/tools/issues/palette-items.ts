import type { PaletteItem } from '@kamar/extensions'
import type { Context } from '../../kit/tool.js'
import { type IssuesControl, topicsPanel } from './use-issues.js'
import { useTopics } from './use-topics.js'

/** Returns the issues of the file by title, requested when the palette opens. */
export function usePaletteItems({ control, session, t }: Context<IssuesControl>): readonly PaletteItem[] {
  const { collaboration } = control
  const { data } = useTopics(collaboration.fileId, {})
  const topics = data?.pages.flatMap((page) => page.topics) ?? []
  return topics.map(({ id, title, number }) => ({
    id: `topic-${id}`,
    name: title,
    note: `${t('topics.title')} ${number}`,
    group: 'issues',
    run() {
      session.layout.open(topicsPanel)
      collaboration.openTopic(id)
    },
  }))
}
