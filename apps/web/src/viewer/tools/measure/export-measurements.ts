import type { ModelTree } from '@kamar/package-format/read'
import type { MeasureExtension } from '@kamar/viewer'
import type { TFunction } from 'i18next'
import { saveFile } from '../../../platform/files/download/save-file.js'
import { elementName } from '../../session/use-tree.js'

/** Saves all measurements as a table. */
export function exportMeasurements(engine: MeasureExtension, tree: ModelTree | null, t: TFunction): void {
  const csv = engine.csv({
    header: [
      t('measure.csv.name'),
      t('measure.csv.kind'),
      t('measure.csv.value'),
      t('measure.csv.number'),
      t('measure.csv.unit'),
      t('measure.csv.element'),
      t('measure.csv.secondElement'),
    ],
    kind: (kind) => t(`measure.kind.${kind}`),
    value: (name) => t(`measure.value.${name}`),
    element: (element) => (tree ? elementName(tree, element) : String(element)),
  })
  saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${t('measure.file')}.csv`)
}
