import { Puzzle } from 'lucide-react'
import { type Context, defineTool } from '../../kit/tool.js'
import type { Session } from '../../session/session.js'
import { descriptor } from './descriptor.js'
import { ExtensionBarSlot, ExtensionSlot } from './extension-slot.js'
import { ExtensionsPanel } from './extensions-panel.js'
import { useExtensionHost, useRestoredExtensions } from './use-extension-host.js'
import { getExtensionPaletteItems } from './palette-items.js'

const panel = 'extensions'

function useExtensions({ model, viewer }: Session): ReturnType<typeof useExtensionHost> {
  const extensions = useExtensionHost(viewer)
  useRestoredExtensions(extensions.host, model)
  return extensions
}

type ExtensionsContext = Context<ReturnType<typeof useExtensions>>

/** Extensions, built in and of third parties. */
export const tool = defineTool({
  descriptor,
  useControl: useExtensions,
  actions: {
    extensions: {
      icon: Puzzle,
      run: ({ session }: ExtensionsContext) => session.layout.toggle(panel),
    },
  },
  usePaletteItems: getExtensionPaletteItems,
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 95,
      title: 'extensions.title',
      icon: Puzzle,
      rail: true,
      content: { component: ({ session }: ExtensionsContext) => <ExtensionsPanel viewer={session.viewer} /> },
    },
    {
      id: 'extensions.panels',
      slot: 'overlay',
      order: 20,
      content: {
        component: ({ control, session: { layout } }: ExtensionsContext) => (
          <ExtensionSlot runtime={control.runtime} isCompact={layout.isCompact} covered={layout.covered} />
        ),
      },
    },
    {
      id: 'extensions.bar',
      slot: 'in:bars',
      order: 10,
      content: {
        component: ({ control, session }: ExtensionsContext) => (
          <ExtensionBarSlot runtime={control.runtime} isCompact={session.layout.isCompact} />
        ),
      },
    },
  ],
})
