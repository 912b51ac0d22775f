import { Filter } from 'lucide-react'
import { lazy } from 'react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { type FilterControl, useFilterControl } from './use-filter.js'

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.js')).FilterPanel }))

type FilterContext = Context<FilterControl>

const panel = 'filter'

/** Finds elements by their properties and lists them. */
export const tool = defineTool({
  descriptor,
  useControl: useFilterControl,
  actions: {
    filter: {
      icon: Filter,
      text: ({ t }: FilterContext) => t('viewer.filter'),
      disabled: ({ session: { layout, model } }: FilterContext) =>
        layout.isCompact && !model.hasFirstFrame && (model.canRender || model.manifest === null) ? 'model' : null,
      isOn: ({ session }: FilterContext) => session.layout.isOpen(panel),
      run: ({ session }: FilterContext) => session.layout.toggle(panel),
    },
  },
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 50,
      title: 'filter.title',
      icon: Filter,
      rail: true,
      content: {
        component: ({ control, session }: FilterContext) => (
          <FilterPanel viewer={session.viewer} tree={session.tree} access={session.access} control={control} />
        ),
      },
    },
  ],
})
