import type { PaletteItem, ViewChip } from '@kamar/extensions'
import { Files, Layers, TextSearch as TextSearchIcon } from 'lucide-react'
import { type Action, type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { LayerList } from './layer-list.js'
import { SheetList } from './sheet-list.js'
import { TextSearch } from './text-search.js'

const panels = { sheets: 'sheet.list', search: 'sheet.search', layers: 'sheet.layers' } as const

const toggle = (panel: string, icon: Action<null>['icon']): Action<null> => ({
  ...(icon ? { icon } : {}),
  isOn: ({ session }) => session.layout.isOpen(panel),
  run: ({ session }) => session.layout.toggle(panel),
})

/** Sheets of the document, their texts and layers. */
export const tool = defineTool({
  descriptor,
  usePaletteItems,
  chips: listChips,
  actions: {
    'sheet.list': toggle(panels.sheets, Files),
    'sheet.search': toggle(panels.search, TextSearchIcon),
    'sheet.layers': toggle(panels.layers, Layers),
  },
  views: [
    {
      id: panels.sheets,
      slot: 'panel',
      surface: 'sheet',
      order: 10,
      title: 'sheets.title',
      icon: Files,
      rail: true,
      isInPhoneBar: true,
      content: { component: SheetsPanel },
    },
    {
      id: panels.search,
      slot: 'panel',
      surface: 'sheet',
      order: 20,
      title: 'sheets.search',
      shortTitle: 'sheets.searchShort',
      icon: TextSearchIcon,
      rail: true,
      isInPhoneBar: true,
      content: {
        component: ({ session: { drawing, shownSheet } }: Context<null>) => (
          <TextSearch key={drawing.number} {...shownSheet} />
        ),
      },
    },
    {
      id: panels.layers,
      slot: 'panel',
      surface: 'sheet',
      order: 30,
      title: 'sheets.layers',
      icon: Layers,
      rail: true,
      content: {
        component: ({ session: { shownSheet } }: Context<null>) => (
          <LayerList layers={shownSheet.layers} view={shownSheet.view} />
        ),
      },
    },
  ],
})

/** Returns the chip of layers that are shown or hidden unlike in the file. */
function listChips({ session: { shownSheet }, t }: Context<null>): readonly ViewChip[] {
  const { layerCount, resetLayers } = shownSheet.changes
  if (layerCount === 0) return []
  const text = t('chips.layers', { count: layerCount })
  return [{ id: 'layers', surface: 'sheet', text, remove: resetLayers }]
}

function SheetsPanel({ session: { drawing, layout } }: Context<null>) {
  return (
    <SheetList
      urn={drawing.urn ?? ''}
      sheets={drawing.sheets}
      sheetNumber={drawing.number}
      isStrip={layout.isCompact}
      onChoose={(number) => drawing.show('sheet', number)}
    />
  )
}

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
