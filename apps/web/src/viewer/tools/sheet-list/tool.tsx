import type { PaletteItem } from '@kamar/extensions'
import { PanelLeft } from 'lucide-react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { SheetPanel } from './sheet-panel.js'

const panel = 'sheet.list'

/** Sheets of the document, with text search and layers. */
export const tool = defineTool({
  descriptor,
  usePaletteItems,
  actions: {
    'sheet.list': {
      icon: PanelLeft,
      isOn: ({ session }: Context<null>) => session.layout.isOpen(panel),
      run: ({ session }: Context<null>) => session.layout.toggle(panel),
    },
  },
  views: [
    {
      id: panel,
      slot: 'panel',
      surface: 'sheet',
      order: 10,
      title: 'sheets.title',
      content: {
        component: ({ session: { drawing, layout, shownSheet } }: Context<null>) => (
          <SheetPanel
            drawing={drawing}
            urn={drawing.urn ?? ''}
            sheet={shownSheet}
            sheetNumber={drawing.number}
            onChoose={(number) => {
              drawing.show('sheet', number)
              if (layout.isCompact) layout.close(panel)
            }}
          />
        ),
      },
    },
  ],
})

/** Returns the sheets. */
function usePaletteItems({ session: { drawing }, t }: Context<null>): readonly PaletteItem[] {
  return drawing.sheets.map(({ name, path, kind }, number) => ({
    id: `sheet-${path}`,
    name: t('commands.openSheet', { name }),
    note: t(`sheets.${kind}`),
    group: 'places',
    run: () => drawing.show('sheet', number),
  }))
}
