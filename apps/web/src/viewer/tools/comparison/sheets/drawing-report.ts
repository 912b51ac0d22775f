import type { ChangeCounts } from '@kamar/comparison'
import { packageSource } from '../../../session/packages/package-source.js'
import type { ComparedUrns, PackageComparison } from '../compare-packages.js'
import { changeKinds } from '../compared-kinds.js'
import type { Wording } from '../element-differences.js'
import type { ReportLine } from '../report-lines.js'
import { type ComparedPair, DrawingDifferences, type ListedChange } from './drawing-differences.js'
import { layerChangeText, sheetPartsText } from './sheet-change-text.js'

/** Data of a report on drawings. */
export interface DrawingReport {
  readonly lines: readonly ReportLine[]
  readonly counts: ChangeCounts
}

/** Returns whether a version has drawn sheets to report on. */
export const hasSheets = ({ older, newer }: PackageComparison): boolean =>
  [older, newer].some(({ manifest }) => (manifest.sheets?.length ?? 0) > 0)

/** Returns whether the versions have elements other than drawn entities. */
export const hasModel = ({ older, newer }: PackageComparison): boolean =>
  [older, newer].some(({ manifest }) => manifest.counts.instances > 0 || (manifest.sheets?.length ?? 0) === 0)

/** Compares all sheets; lists each change once, on the sheet on which it is drawn. */
export async function readDrawingReport(
  urns: ComparedUrns,
  { t, signal }: Pick<Wording, 't'> & { readonly signal: AbortSignal },
): Promise<DrawingReport> {
  const differences = new DrawingDifferences(urns, { createSource: packageSource })
  signal.addEventListener('abort', () => differences.dispose(), { once: true })
  await differences.start()
  signal.throwIfAborted()
  const { status, error, pairs } = differences.state.get()
  if (status === 'failed') throw error
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const { comparison } of pairs)
    for (const kind of [...changeKinds, 'same'] as const) counts[kind] += comparison?.counts[kind] ?? 0
  return { lines: pairs.flatMap((pair) => listLines(pair, t)), counts }
}

function listLines(pair: ComparedPair, t: Wording['t']): ReportLine[] {
  const own = pair.changes.slice(0, pair.comparison?.changes.length ?? 0)
  const layers = (pair.comparison?.layers ?? []).map((layer) => ({
    kind: layer.kind,
    id: '',
    name: layer.name,
    className: `${pair.name} · ${t('sheets.layer')}`,
    label: layer.kind === 'changed' ? layerChangeText(layer, t) : '',
    before: '',
    after: '',
  }))
  const changes = changeKinds.flatMap((kind) =>
    own.filter(({ change }) => change.kind === kind).flatMap((listed) => changeLines(pair, listed, t)),
  )
  return [...layers, ...changes]
}

function changeLines({ name: sheet }: ComparedPair, { change }: ListedChange, t: Wording['t']): ReportLine[] {
  const { kind, handle, type, layer, name, text, layerBefore, texts: textChanges } = change
  const base = { kind, id: handle, name: name || type, className: [sheet, type, layer].join(' · ') }
  if (kind === 'added') return [{ ...base, label: '', before: '', after: text }]
  if (kind === 'removed') return [{ ...base, label: '', before: text, after: '' }]
  const details = [
    ...(layerBefore === null ? [] : [{ label: t('sheets.layer'), before: layerBefore, after: layer }]),
    ...textChanges.map(({ before, after }) => ({ label: t('compare.text'), before: before ?? '', after: after ?? '' })),
  ]
  return [{ label: sheetPartsText(change, t), before: '', after: '' }, ...details].map((detail) => ({
    ...base,
    ...detail,
  }))
}
