import { type Tool, type ToolContext, toolGroups } from '../viewer-tools.js'

/** Tools that need nothing but the model. */
const forGuests: ReadonlySet<string> = new Set([
  'hide',
  'isolate',
  'ghost',
  'showAll',
  'projection',
  'home',
  'fit',
  'reset',
  'section',
  'measure',
  'fullscreen',
])

/** What guests may do with the model on their own screen. */
export function guestTools(context: Pick<ToolContext, 'viewer' | 'facts' | 'hasModel'>): readonly (readonly Tool[])[] {
  const closed = { isOpen: false, toggle: () => undefined, open: () => undefined }
  const groups = toolGroups({
    ...context,
    selectsSeveral: false,
    onSelectsSeveral: () => undefined,
    nested: closed,
    ar: closed,
    compare: null,
    markup: null,
    screenshot: null,
  })
  return groups.map((tools) => tools.filter(({ id }) => forGuests.has(id))).filter((tools) => tools.length > 0)
}
