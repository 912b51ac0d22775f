import { lazy } from 'react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('../../../platform/commands/shortcuts-dialog.js')).ShortcutsDialog,
}))

const dialog = 'shortcuts'

/** List of all keys, which the user can change. */
export const tool = defineTool({
  descriptor,
  actions: { shortcuts: { run: ({ session }: Context<null>) => session.layout.open(dialog) } },
  views: [
    {
      id: dialog,
      slot: 'dialog',
      order: 20,
      content: {
        component: ({ session }: Context<null>) => <ShortcutsDialog onClose={() => session.layout.close(dialog)} />,
      },
    },
  ],
})
