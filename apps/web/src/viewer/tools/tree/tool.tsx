import { ListTree } from 'lucide-react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { TreePanel } from './tree-panel.js'

const panel = 'tree'

/** The model tree. */
export const tool = defineTool({
  descriptor,
  actions: { tree: { run: ({ session }: Context<null>) => session.layout.toggle(panel) } },
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 30,
      title: 'tree.title',
      shortTitle: 'tree.short',
      icon: ListTree,
      rail: true,
      isInPhoneBar: true,
      content: {
        component: ({ session: { model, state, tree, viewer } }: Context<null>) => (
          <TreePanel
            {...{ viewer, tree }}
            viewerState={state}
            loading={model.urn !== null && model.error === null}
            failed={model.error !== null}
          />
        ),
      },
    },
  ],
})
