import type { NavigationControl } from '../tools/navigation/use-navigation.js'
import type { LeftPanel, Panels } from '../session/use-panels.js'
import type { ViewTools } from '../shell/use-view-tools.js'
import { type Tool, type ToolContext, toolGroups } from '../shell/viewer-tools.js'

/** Read-only panels. */
export const guestPanelNames = ['tree', 'search', 'filter', 'colors', 'views'] as const satisfies readonly LeftPanel[]

/** Tools that request more than the package from the server. */
const notForGuests: ReadonlySet<string> = new Set(['nested', 'ar'])

interface GuestToolsOptions extends Pick<
  ToolContext,
  'viewer' | 'viewerState' | 'hasModel' | 'selectsSeveral' | 'onSelectsSeveral' | 'screenshot'
> {
  readonly panels: Panels
  readonly togglePanel: (name: LeftPanel) => void
  readonly viewTools: ViewTools
  readonly navigation: NavigationControl
  /** Whether the file contains saved views. */
  readonly hasViews: boolean
  readonly isCompact: boolean
}

/** Returns the tools that guests may use; they affect their own screen only. */
export function guestTools(parts: GuestToolsOptions): readonly (readonly Tool[])[] {
  const { panels, togglePanel, viewTools, navigation, hasViews, isCompact } = parts
  const closed = { isOpen: false, toggle: () => undefined, open: () => undefined }
  const panel = (name: LeftPanel) => ({ isOpen: panels.left === name, toggle: () => togglePanel(name) })
  const groups = toolGroups({
    ...parts,
    nested: closed,
    ar: closed,
    compare: null,
    markup: null,
    navigate: {
      isOn: panels.left === 'navigate' || navigation.mode !== null,
      toggle: () => (navigation.mode === null ? togglePanel('navigate') : navigation.stop()),
    },
    // On wide screens these are among the panels.
    filter: isCompact ? panel('filter') : null,
    colors: isCompact ? panel('colors') : null,
    views: isCompact && hasViews ? panel('views') : null,
    section: { isOn: viewTools.isOn('section'), toggle: () => viewTools.toggle('section') },
    measure: { isOn: viewTools.isOn('measure'), toggle: () => viewTools.toggle('measure') },
  })
  return groups.map((tools) => tools.filter(({ id }) => !notForGuests.has(id))).filter((tools) => tools.length > 0)
}
