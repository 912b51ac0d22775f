import type { PaletteItem } from '@kamar/extensions'
import { Search } from 'lucide-react'
import { findParameter } from '../../../platform/files/viewer-path.js'
import { type Context, defineTool } from '../../kit/tool.js'
import { elementClass } from '../../session/use-tree.js'
import { useClassNames } from '../../kit/classes/use-class-names.js'
import { descriptor } from './descriptor.js'
import { locateElements } from './locate-elements.js'
import { nameElement, SearchPanel } from './search-panel.js'
import { useClassItems } from './use-class-items.js'
import { useModelSearch } from './use-model-search.js'

const panel = 'search'
const maxPaletteItems = 12

/** Finds elements by names, classes, ids and property values. */
export const tool = defineTool({
  descriptor,
  actions: { search: { run: ({ session }: Context<null>) => session.layout.toggle(panel) } },
  usePaletteItems,
  firstPanel: (search) => (search.has(findParameter) ? panel : null),
  views: [
    {
      id: panel,
      slot: 'panel',
      order: 40,
      title: 'search.title',
      icon: Search,
      rail: true,
      isInPhoneBar: true,
      content: {
        component: ({ session: { state, tree, viewer } }: Context<null>) => (
          <SearchPanel {...{ viewer, tree }} selected={state.selected} />
        ),
      },
    },
  ],
})

/** Returns the classes and the elements and storeys whose name matches. */
function usePaletteItems(context: Context<null>, query: string): readonly PaletteItem[] {
  const { reveal, tree, viewer } = context.session
  const formatClass = useClassNames()
  const classes = useClassItems(context, query)
  const result = useModelSearch(viewer, query, tree)
  const hits = viewer && tree && result ? result.hits.slice(0, maxPaletteItems) : []
  const locations =
    tree &&
    locateElements(
      tree,
      hits.map(({ element }) => element),
    )
  const elements = hits.map(({ element }): PaletteItem => ({
    id: `element-${element}`,
    name: tree ? nameElement(tree, element, formatClass) : '',
    note: tree ? [formatClass(elementClass(tree, element)), locations?.get(element)].filter(Boolean).join(' · ') : '',
    group: 'elements',
    run: () => reveal([element]),
  }))
  return [...classes, ...elements]
}
