import { Puzzle } from 'lucide-react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { ExtensionsPanel } from './extensions-panel.js'
import { usePaletteItems } from './palette-items.js'
import { useExtensions } from './use-extension-host.js'

const panel = 'extensions'

/** Extensions, built in and of third parties. */
export const tool = defineTool({
  descriptor,
  useControl: useExtensions,
  actions: {
    extensions: {
      icon: Puzzle,
      run: ({ session }: Context<null>) => session.layout.toggle(panel),
    },
  },
  usePaletteItems,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 95,
      title: 'extensions.title',
      icon: Puzzle,
      rail: true,
      content: { component: ({ session }: Context<null>) => <ExtensionsPanel viewer={session.viewer} /> },
    },
  ],
})
