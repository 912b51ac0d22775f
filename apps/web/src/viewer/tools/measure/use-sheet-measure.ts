import type { SheetMeasureKind, SheetView } from '@kamar/viewer'
import { useState } from 'react'

/** Measurement of a sheet, as controlled by its buttons. */
export interface SheetMeasureControl {
  /** Kind of the active measurement. */
  readonly sheetKind: SheetMeasureKind | null
  /** Starts a kind, or ends it when it is active. */
  readonly measureSheet: (kind: SheetMeasureKind) => void
}

export function useSheetMeasure(sheet: SheetView | null): SheetMeasureControl {
  const [active, setActive] = useState<{ readonly sheet: SheetView; readonly kind: SheetMeasureKind } | null>(null)
  const sheetKind = active && active.sheet === sheet ? active.kind : null
  return {
    sheetKind,
    measureSheet(kind) {
      const next = sheetKind === kind ? null : kind
      setActive(sheet && next && { sheet, kind: next })
      sheet?.measure(next)
    },
  }
}
