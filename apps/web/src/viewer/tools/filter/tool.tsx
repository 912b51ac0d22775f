import type { FilterGroup } from '@kamar/viewer'
import { Filter } from 'lucide-react'
import { useState } from 'react'
import { type Context, defineTool } from '../../kit/tool.js'
import { descriptor } from './descriptor.js'
import { FilterPanel } from './filter-panel.js'
import type { FilterControl } from './use-filter.js'

type FilterContext = Context<FilterControl>

const panel = 'filter'
const noRules: FilterGroup = { kind: 'all', rules: [] }

function useFilterControl(): FilterControl {
  const [rule, setRule] = useState(noRules)
  return { rule, setRule }
}

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
          <FilterPanel viewer={session.viewer} tree={session.tree} filter={control} />
        ),
      },
    },
  ],
})
