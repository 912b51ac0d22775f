import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../../platform/design/class-names.js'
import { useVirtualRows } from '../../../../platform/use-virtual-rows.js'
import { ChangeButton, ChangeHeading, changeRowPixels, ChangeRows } from '../changes/change-rows.js'
import { kindAppearances } from '../compared-kinds.js'
import type { ListedChange } from './drawing-differences.js'
import { type Grouping, type SheetChangeRow } from './sheet-change-rows.js'
import { sheetChangeName, sheetPartsText } from './sheet-change-text.js'

const groupings = [
  { grouping: 'kind', text: 'compare.byKind' },
  { grouping: 'layer', text: 'compare.byLayer' },
  { grouping: 'type', text: 'compare.byType' },
] as const

interface SheetChangeListProps {
  readonly rows: readonly SheetChangeRow[]
  readonly selected: ListedChange | null
  readonly grouping: Grouping
  readonly onGrouping: (grouping: Grouping) => void
  readonly onChoose: (listed: ListedChange) => void
}

/**
 * Lists the changes on a sheet by kind, layer or type and renders only the visible rows. Arrow keys move from change to
 * change.
 */
export function SheetChangeList({ rows, selected, grouping, onGrouping, onChoose }: SheetChangeListProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows({ count: rows.length, scroller, rowPixels: changeRowPixels })
  useEffect(() => {
    const at = rows.findIndex((row) => 'listed' in row && row.listed === selected)
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [rows, selected, virtual])
  return (
    <>
      <div
        role="group"
        aria-label={t('compare.grouping')}
        className="flex shrink-0 items-center gap-1 border-t border-line px-3 py-1.5"
      >
        {groupings.map((choice) => (
          <button
            key={choice.grouping}
            type="button"
            aria-pressed={grouping === choice.grouping}
            onClick={() => onGrouping(choice.grouping)}
            className="min-h-8 min-w-0 grow truncate rounded-control px-2 text-12 text-muted pointer-coarse:min-h-11 hover:text-text aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-text"
          >
            {t(choice.text)}
          </button>
        ))}
      </div>
      <ChangeRows
        {...{ rows, scroller, virtual }}
        className="min-h-36"
        renderRow={(row) =>
          'listed' in row ? (
            <ChangeRow listed={row.listed} isChosen={row.listed === selected} onChoose={onChoose} />
          ) : (
            <ChangeHeading {...row} />
          )
        }
      />
    </>
  )
}

interface ChangeRowProps {
  readonly listed: ListedChange
  readonly isChosen: boolean
  readonly onChoose: (listed: ListedChange) => void
}

function ChangeRow({ listed, isChosen, onChoose }: ChangeRowProps) {
  const { t } = useTranslation()
  const { change } = listed
  return (
    <ChangeButton
      kind={change.kind}
      name={sheetChangeName(change)}
      description={[change.type, change.layer, sheetPartsText(change, t)].filter(Boolean).join(' · ')}
      isChosen={isChosen}
      onChoose={() => onChoose(listed)}
      mark={
        <span
          aria-hidden="true"
          className={classNames('h-7 w-1 shrink-0 rounded-full', kindAppearances[change.kind].swatch)}
        />
      }
    />
  )
}
