import { useTranslation } from 'react-i18next'
import { Button } from '../../../../platform/design/button.js'
import { inputClass } from '../../../../platform/design/fields/text-field.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import { KindLegend } from '../kind-legend.js'
import { VersionSwitch } from '../version-switch.js'
import { SheetChangeList } from './sheet-change-list.js'
import { layerChangeText } from './sheet-change-text.js'
import type { ComparedPair } from './drawing-differences.js'
import type { DrawingScreen } from './use-drawing-screen.js'

/** Renders the panel of a sheet comparison: choice of sheet and version, colours, and the list of changes. */
export function ComparedSheetPanel({ screen }: { screen: DrawingScreen }) {
  const { t } = useTranslation()
  const { state, pair, retry } = screen
  if (state.status === 'failed')
    return (
      <div className="px-4 pb-4 text-13">
        <p role="alert" className="mb-3 text-pretty text-danger">
          {t('compare.failed', { reason: errorMessage(state.error) })}
        </p>
        <Button size="small" onClick={retry}>
          {t('compare.retry')}
        </Button>
      </div>
    )
  return (
    <>
      <SheetChoice screen={screen} />
      {pair?.counts ? (
        <ComparedPairParts screen={screen} pair={pair} />
      ) : (
        <p role="status" className="px-4 pb-4 text-13 text-muted">
          {t('compare.loading')}
        </p>
      )}
    </>
  )
}

function SheetChoice({ screen }: { screen: DrawingScreen }) {
  const { t } = useTranslation()
  const { state, pairNumber, choosePair } = screen
  const text = usePairText()
  if (state.pairs.length === 0) return null
  return (
    <label className="block shrink-0 px-3 pb-3 text-13 font-medium">
      {t('compare.sheet')}
      <select
        className={`${inputClass} mt-1.5 font-normal`}
        value={pairNumber}
        onChange={(event) => choosePair(Number(event.currentTarget.value))}
      >
        {state.pairs.map((pair, number) => (
          <option key={number} value={number}>
            {text(pair)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Returns a function that formats the name of a sheet and its number of changes. */
function usePairText(): (pair: ComparedPair) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  return ({ name, before, after, counts }) => {
    if (before === null) return t('compare.sheetAdded', { name })
    if (after === null) return t('compare.sheetRemoved', { name })
    if (counts === null) return name
    const count = counts.added + counts.removed + counts.changed
    return count === 0
      ? t('compare.sheetSame', { name })
      : t('compare.sheetChanges', { name, count, shown: formats.number(count) })
  }
}

function ComparedPairParts({ screen, pair }: { screen: DrawingScreen; pair: ComparedPair }) {
  const { displayedVersion, show, shownKinds, toggle, rows, selected, choose, grouping, setGrouping } = screen
  if (!pair.counts || !pair.comparison) return null
  const isInBoth = pair.before !== null && pair.after !== null
  return (
    <>
      {isInBoth ? (
        <VersionSwitch displayedVersion={displayedVersion} onShow={show} onSideBySide={() => show('side-by-side')} />
      ) : null}
      <KindLegend counts={pair.counts} shownKinds={shownKinds} onToggle={toggle} />
      <Notes pair={pair} />
      {rows.length === 0 ? (
        <EmptyState screen={screen} pair={pair} />
      ) : (
        <SheetChangeList {...{ rows, selected, grouping }} onGrouping={setGrouping} onChoose={choose} />
      )}
    </>
  )
}

function EmptyState({ screen, pair }: { screen: DrawingScreen; pair: ComparedPair }) {
  const { t } = useTranslation()
  const { state } = screen
  const others = state.pairs.filter((one) => one !== pair && one.changes.length > 0).length
  const text =
    pair.changes.length > 0
      ? t('compare.noneShown')
      : others > 0
        ? t('compare.nothingHere', { count: others })
        : t(state.status === 'ready' ? 'compare.nothing' : 'compare.nothingOnSheet')
  return <p className="border-t border-line p-4 text-13 text-pretty text-muted">{text}</p>
}

/** Renders notes on how the versions were compared. */
function Notes({ pair }: { pair: ComparedPair }) {
  const { t } = useTranslation()
  const { comparison, before, after, nameBefore, changes } = pair
  if (!comparison) return null
  const notes = [
    before === null ? t('compare.onlyInNewer') : null,
    after === null ? t('compare.onlyInOlder') : null,
    nameBefore === null ? null : t('compare.sheetRenamed', { name: nameBefore }),
    comparison.areHandlesStable || changes.length === 0 ? null : t('compare.handlesChanged'),
    comparison.hasSameUnit ? null : t('compare.unitChanged'),
  ].filter((note) => note !== null)
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="px-4 pb-2 text-12 text-pretty text-muted">
          {note}
        </p>
      ))}
      {comparison.layers.length === 0 ? null : (
        <details className="shrink-0 px-4 pb-2 text-12">
          <summary className="min-h-8 cursor-pointer content-center text-13 pointer-coarse:min-h-11">
            {t('compare.layersChanged', { count: comparison.layers.length })}
          </summary>
          <ul className="max-h-40 overflow-y-auto py-1">
            {comparison.layers.map((layer) => (
              <li key={layer.name} className="py-0.5 wrap-anywhere">
                <span className="font-medium">{layer.name}</span>{' '}
                <span className="text-muted">{layerChangeText(layer, t)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
