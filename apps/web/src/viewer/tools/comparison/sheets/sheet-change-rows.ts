import type { ChangeKind } from '@kamar/comparison'
import { changeKinds, type ShownKinds } from '../compared-kinds.js'
import type { ListedChange } from './drawing-differences.js'

/** Grouping criterion of the list of changes. */
export type Grouping = 'kind' | 'layer' | 'type'

/** A heading or a change. */
export type SheetChangeRow =
  | { readonly heading: string; readonly kind: ChangeKind | null; readonly count: number }
  | { readonly listed: ListedChange; /** Index among all listed changes. */ readonly index: number }

/** Returns the rows of the list, headings before their changes; layers and types with the most changes first. */
export function sheetChangeRows(
  changes: readonly ListedChange[],
  shownKinds: ShownKinds,
  grouping: Grouping,
): readonly SheetChangeRow[] {
  const groups = new Map<string, ListedChange[]>()
  if (grouping === 'kind') for (const kind of changeKinds) groups.set(kind, [])
  for (const listed of changes) {
    const { kind, layer, type } = listed.change
    if (!shownKinds.has(kind)) continue
    const name = { kind, layer, type }[grouping]
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [listed])
    else group.push(listed)
  }
  const entries = [...groups].filter(([, group]) => group.length > 0)
  if (grouping !== 'kind') entries.sort(([, one], [, other]) => other.length - one.length)
  let index = 0
  return entries.flatMap(([heading, group]): SheetChangeRow[] => [
    { heading, kind: changeKinds.find((kind) => grouping === 'kind' && kind === heading) ?? null, count: group.length },
    ...group.map((listed) => ({ listed, index: index++ })),
  ])
}

/** Returns the changes in list order, for stepping through them. */
export const listSteps = (rows: readonly SheetChangeRow[]): readonly ListedChange[] =>
  rows.flatMap((row) => ('listed' in row ? [row.listed] : []))
