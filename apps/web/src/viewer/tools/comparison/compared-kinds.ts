import type { ChangeKind } from '@kamar/comparison'
import type { ElementColor } from '@kamar/viewer'
import { CircleEqual, CircleMinus, CirclePlus, Pencil } from 'lucide-react'

export type ComparedKind = ChangeKind | 'same'

/** Kinds in the order of the legend and the list. */
export const comparedKinds = ['added', 'removed', 'changed', 'same'] as const satisfies readonly ComparedKind[]
/** Kinds in the list and in the report. */
export const changeKinds = ['added', 'removed', 'changed'] as const satisfies readonly ChangeKind[]

export type ShownKinds = ReadonlySet<ComparedKind>

/**
 * Green, red and amber that remain distinct with red-green colour blindness (Okabe and Ito's palette): the green is
 * bluish, the red orange, and removed elements are also striped. An icon shows the same information everywhere.
 */
export const kindColors: Readonly<Record<ChangeKind, ElementColor>> = {
  added: { rgb: [0, 158, 115] },
  removed: { rgb: [213, 94, 0], opacity: 0.7 },
  changed: { rgb: [230, 159, 0] },
}

export const kindAppearances = {
  added: { icon: CirclePlus, text: 'compare.added', swatch: 'bg-added' },
  removed: { icon: CircleMinus, text: 'compare.removed', swatch: 'bg-removed' },
  changed: { icon: Pencil, text: 'compare.changed', swatch: 'bg-changed' },
  same: { icon: CircleEqual, text: 'compare.same', swatch: 'bg-sunken' },
} as const
