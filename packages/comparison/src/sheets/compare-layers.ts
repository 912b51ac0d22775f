import type { SheetInfo, SheetLayer } from '@kamar/package-format/sheets'
import type { ChangeKind } from '../compare-models.js'

/** Comparable property of a layer. */
export type LayerPart = 'color' | 'lineWeight' | 'lineType' | 'visibility' | 'plot'

/** A layer that only one version has, or whose properties differ. */
export interface LayerChange {
  readonly kind: ChangeKind
  readonly name: string
  /** Empty unless `kind` is `changed`. */
  readonly parts: readonly LayerPart[]
}

/**
 * Compares the layers of two versions of a sheet by name; does not list the entities drawn in a changed layer colour.
 */
export function compareLayers(older: SheetInfo, newer: SheetInfo): readonly LayerChange[] {
  const before = new Map(older.layers.map((layer) => [layer.name, layer]))
  const changes: LayerChange[] = []
  for (const layer of newer.layers) {
    const old = before.get(layer.name)
    before.delete(layer.name)
    if (old === undefined) changes.push({ kind: 'added', name: layer.name, parts: [] })
    else {
      const parts = compareLayerProperties([older, old], [newer, layer])
      if (parts.length > 0) changes.push({ kind: 'changed', name: layer.name, parts })
    }
  }
  for (const name of before.keys()) changes.push({ kind: 'removed', name, parts: [] })
  return changes
}

type LayerOf = readonly [SheetInfo, SheetLayer]

function compareLayerProperties([older, old]: LayerOf, [newer, now]: LayerOf): LayerPart[] {
  const dashes = ({ lineTypes }: SheetInfo, { lineType }: SheetLayer): string =>
    JSON.stringify(lineType === null ? null : (lineTypes[lineType]?.pattern ?? null))
  const differs: Readonly<Record<LayerPart, boolean>> = {
    color: old.color !== now.color,
    lineWeight: old.lineWeightMillimetres !== now.lineWeightMillimetres,
    lineType: dashes(older, old) !== dashes(newer, now),
    visibility: (old.on && !old.frozen) !== (now.on && !now.frozen),
    plot: old.plottable !== now.plottable,
  }
  return (Object.keys(differs) as LayerPart[]).filter((part) => differs[part])
}
