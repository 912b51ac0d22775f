import type { CommandTarget } from '@kamar/extensions'
import { computeBoxCenter } from '@kamar/core/math'
import { MessageSquarePlus, MessageSquareText } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../../platform/design/button.js'
import { MenuItem } from '../../../platform/design/menu.js'
import { SelectionAction } from '../../kit/selection/selection-action.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { canWrite } from '../../session/session.js'
import { descriptor } from './descriptor.js'
import { usePaletteItems } from './palette-items.js'
import { AnchorBar } from './topic/anchor-bar.js'
import { type IssuesControl, topicParameter, topicsPanel, useIssues } from './use-issues.js'

const TopicsPanel = lazy(async () => ({ default: (await import('./topics-panel.js')).TopicsPanel }))

type IssuesContext = Context<IssuesControl>

const isWriter = ({ session }: IssuesContext): boolean => canWrite(session.access)

/** Issues of the model or drawing, with pins at their locations. */
export const tool = defineTool({
  descriptor,
  useControl: useIssues,
  usePaletteItems,
  firstPanel: (search) => (search.has(topicParameter) ? topicsPanel : null),
  actions: {
    topics: { run: ({ session }: IssuesContext) => session.layout.toggle(topicsPanel) },
    newTopic: {
      icon: MessageSquarePlus,
      disabled: (context: IssuesContext) => (isWriter(context) ? null : 'rights'),
      run: (context: IssuesContext, target) => context.control.begin(target ?? findSelection(context)),
    },
  },
  activity: ({ control: { collaboration } }: IssuesContext) =>
    collaboration.anchorPicker.isActive ? { group: 'pick', stop: collaboration.anchorPicker.stop } : null,
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
      id: 'topics.place',
      slot: 'bar',
      order: 50,
      when: ({ control }: IssuesContext) => control.collaboration.anchorPicker.isActive,
      content: {
        component: ({ control, session }: IssuesContext) => (
          <AnchorBar
            isCompact={session.layout.isCompact}
            isOnSheet={session.drawing.isShown}
            onCancel={control.collaboration.anchorPicker.stop}
          />
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
    { id: 'topics.done', slot: 'in:markup-done', order: 20, when: isWriter, content: { component: IssueOfDrawing } },
  ],
})

/** Returns the centre of the selected elements; null without a selection, or while a drawing is displayed. */
function findSelection({ session: { drawing, state, viewer } }: IssuesContext): CommandTarget | null {
  const element = state.selected.at(-1)
  const box = drawing.isShown ? null : viewer?.model?.computeBounds(state.selected)
  if (element === undefined || !box) return null
  return { element, instance: -1, point: computeBoxCenter(box), normal: [0, 0, 1], distance: 0 }
}

/** Creates a topic at the centre of the selected elements. */
function IssueOfSelection(context: IssuesContext) {
  const { control, t } = context
  const begin = (): void => control.begin(findSelection(context))
  return (
    <SelectionAction
      icon={MessageSquarePlus}
      label={t('topics.new')}
      shortLabel={t('topics.newShort')}
      onClick={begin}
    />
  )
}

/** Creates a topic from the markup, which remains over its view; on a sheet its place is the centre of the markup. */
function beginIssue({ control, session: { activities, drawing, layout, shownSheet } }: IssuesContext): void {
  for (const { group, stop } of activities.get().values()) if (group === 'draw') stop()
  const { drawing: markup = null, center = null } = (drawing.isShown ? shownSheet.markup : null) ?? {}
  if (markup && center) return control.begin({ sheet: markup.sheet, point: center, pick: null })
  layout.open(topicsPanel)
  control.collaboration.setNewTopic({ anchor: null })
}

function IssueOfMarkup(context: IssuesContext) {
  return (
    <Button size="small" icon={<MessageSquarePlus />} onClick={() => beginIssue(context)}>
      {context.t('markup.issue')}
    </Button>
  )
}

function IssueOfDrawing(context: IssuesContext) {
  return (
    <MenuItem icon={<MessageSquarePlus />} onSelect={() => beginIssue(context)}>
      {context.t('markup.issue')}
    </MenuItem>
  )
}
