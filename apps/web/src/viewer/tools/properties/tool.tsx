import { Info } from 'lucide-react'
import { Slot } from '../../kit/slot.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { PropertiesTab } from './properties-tab.js'
import { readPropertySettings, settingsKey } from './property-settings.js'
import { SheetInfoPanel } from './sheet-info-panel.js'

const tab = 'properties'

/** Properties of the selected element of a model, or entity of a sheet. */
export const tool = defineTool({
  descriptor,
  actions: { properties: { run: ({ session }: Context<null>) => session.layout.toggle(tab) } },
  views: [
    {
      id: tab,
      slot: 'inspector',
      order: 10,
      title: 'properties.title',
      shortTitle: 'properties.short',
      icon: Info,
      isInPhoneBar: true,
      content: {
        component: ({ session: { preference, state, tree, viewer } }: Context<null>) => (
          <>
            <Slot name="in:properties" />
            <PropertiesTab
              {...{ viewer, tree }}
              selected={state.selected}
              preference={preference(settingsKey, readPropertySettings)}
            />
          </>
        ),
      },
    },
    {
      id: 'entity',
      slot: 'inspector',
      surface: 'sheet',
      order: 10,
      title: 'sheets.entity',
      icon: Info,
      isInPhoneBar: true,
      content: {
        component: ({ session: { drawing, shownSheet } }: Context<null>) => (
          <SheetInfoPanel entityInfo={shownSheet.selected} report={drawing.manifest?.report ?? null} />
        ),
      },
    },
  ],
})
