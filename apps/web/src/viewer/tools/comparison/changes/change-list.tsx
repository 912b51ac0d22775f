import type { ChangeKind, ElementChange } from '@kamar/comparison'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useVirtualRows } from '../../../../platform/use-virtual-rows.js'
import { type FormatClass, useClassNames } from '../../../kit/classes/use-class-names.js'
import { elementClass, elementName } from '../../../session/use-tree.js'
import type { PackageComparison } from '../compare-packages.js'
import { ChangeButton, ChangeHeading, changeRowPixels, ChangeRows } from './change-rows.js'
import { changeKinds } from '../compared-kinds.js'
import { partsText } from './parts-text.js'

interface ChangeListProps {
  readonly result: PackageComparison
  /** The changes to list, by kind. */
  readonly matches: readonly ElementChange[]
  readonly selected: readonly number[]
  readonly onChoose: (change: ElementChange) => void
}

type Row = { readonly kind: ChangeKind; readonly count: number } | ElementChange

/** Lists all changes by kind and renders only the visible rows. Arrow keys move from change to change. */
export function ChangeList({ result, matches, selected, onChoose }: ChangeListProps) {
  const { t } = useTranslation()
  const formatClass = useClassNames()
  const { changes } = result.comparison
  const list = useMemo(() => listRows(matches), [matches])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows({ count: list.length, scroller, rowPixels: changeRowPixels })
  if (list.length === 0) {
    const text = t(changes.length === 0 ? 'compare.nothing' : 'compare.noneShown')
    return <p className="border-t border-line p-4 text-13 text-pretty text-muted">{text}</p>
  }
  return (
    <ChangeRows
      {...{ scroller, virtual }}
      rows={list}
      className="min-h-24"
      renderRow={(row) =>
        'count' in row ? (
          <ChangeHeading {...row} />
        ) : (
          <ChangeRow change={row} {...{ result, selected, formatClass, onChoose }} />
        )
      }
    />
  )
}

function listRows(matches: readonly ElementChange[]): readonly Row[] {
  return changeKinds.flatMap((kind): Row[] => {
    const ofKind = matches.filter((change) => change.kind === kind)
    return ofKind.length === 0 ? [] : [{ kind, count: ofKind.length }, ...ofKind]
  })
}

interface ChangeRowProps {
  readonly change: ElementChange
  readonly result: PackageComparison
  readonly selected: readonly number[]
  readonly formatClass: FormatClass
  readonly onChoose: (change: ElementChange) => void
}

function ChangeRow({ change, result, selected, formatClass, onChoose }: ChangeRowProps) {
  const { t } = useTranslation()
  const isRemoved = change.after < 0
  const { tree } = isRemoved ? result.older : result.newer
  const element = isRemoved ? change.before : change.after
  const className = elementClass(tree, element)
  return (
    <ChangeButton
      kind={change.kind}
      name={elementName(tree, element) || t('tree.unnamed')}
      description={change.kind === 'changed' ? partsText(change.parts, t) : formatClass(className)}
      hint={className}
      isChosen={!isRemoved && selected.includes(element)}
      onChoose={() => onChoose(change)}
    />
  )
}
