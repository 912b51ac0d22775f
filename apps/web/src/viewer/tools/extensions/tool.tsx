import { Puzzle } from 'lucide-react'
import { lazy } from 'react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { usePaletteItems } from './palette-items.js'
import { useExtensions } from './use-extension-host.js'

const ExtensionsPanel = lazy(async () => ({ default: (await import('./extensions-panel.js')).ExtensionsPanel }))

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
