import { MessageSquarePlus, MessageSquareText } from 'lucide-react'
import { Button } from '../../../platform/design/button.js'
import { SelectionAction } from '../../kit/selection/selection-action.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { canWrite } from '../../session/session.js'
import { descriptor } from './descriptor.js'
import { TopicsPanel } from './topics-panel.js'
import { type IssuesControl, topicParameter, topicsPanel, useIssues } from './use-issues.js'

type IssuesContext = Context<IssuesControl>

const isWriter = ({ session }: IssuesContext): boolean => canWrite(session.access)

/** Issues of the model, with pins at their locations. */
export const tool = defineTool({
  descriptor,
  useControl: useIssues,
  firstPanel: (search) => (search.has(topicParameter) ? topicsPanel : null),
  actions: {
    topics: { run: ({ session }: IssuesContext) => session.layout.toggle(topicsPanel) },
    newTopic: {
      icon: MessageSquarePlus,
      disabled: (context: IssuesContext) => (isWriter(context) ? null : 'rights'),
      run: ({ control }: IssuesContext, pick) => control.begin(pick ?? null),
    },
  },
  views: [
    {
      id: topicsPanel,
      slot: 'panel',
      order: 80,
      title: 'topics.title',
      icon: MessageSquareText,
      rail: true,
      isInPhoneBar: true,
      content: {
        component: ({ control, session }: IssuesContext) => (
          <TopicsPanel collaboration={control.collaboration} model={session.model} tree={session.tree} />
        ),
      },
    },
    {
      id: 'topics.selection',
      slot: 'in:selection',
      order: 30,
      when: isWriter,
      content: { component: IssueOfSelection },
    },
    { id: 'topics.markup', slot: 'in:markup', order: 10, when: isWriter, content: { component: IssueOfMarkup } },
  ],
})

/** Creates a topic at the centre of the selected elements. */
function IssueOfSelection({ control, session: { state, viewer }, t }: IssuesContext) {
  const begin = (): void => {
    const element = state.selected.at(-1)
    const box = viewer?.model?.computeBounds(state.selected)
    if (element === undefined || !box) return control.begin(null)
    const [x, y, z] = [0, 1, 2].map((axis) => ((box.min[axis] ?? 0) + (box.max[axis] ?? 0)) / 2)
    control.begin({ element, instance: -1, point: [x ?? 0, y ?? 0, z ?? 0], normal: [0, 0, 1], distance: 0 })
  }
  return (
    <SelectionAction
      icon={MessageSquarePlus}
      label={t('topics.new')}
      shortLabel={t('topics.newShort')}
      onClick={begin}
    />
  )
}

/** Creates a topic from the markup, which remains over its view. */
function IssueOfMarkup({ control, session: { activities, layout }, t }: IssuesContext) {
  const begin = (): void => {
    for (const { group, stop } of activities.get().values()) if (group === 'draw') stop()
    layout.open(topicsPanel)
    control.collaboration.setNewTopic({ anchor: null })
  }
  return (
    <Button size="small" icon={<MessageSquarePlus />} onClick={begin}>
      {t('markup.issue')}
    </Button>
  )
}
