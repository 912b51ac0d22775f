import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { classNames } from '../../../platform/design/class-names.js'
import type { SortKey } from '../../../platform/files/file-order.js'
import type { FilesShownProps } from './files-shown.js'
import { columnsClass } from './file-row.js'
import type { FileView } from '../use-arrangement.js'

type ListHeaderProps = Pick<FilesShownProps, 'view' | 'selection' | 'files'> & { readonly isTall: boolean }

/** Renders the column names; name, size and date sort the list. It is sticky while the rows scroll. */
export function ListHeader({ view, selection, files, isTall }: ListHeaderProps) {
  const { t } = useTranslation()
  const { checked, allFiles } = selection
  const all = files.length > 0 && checked.size >= files.length && !allFiles?.except.length
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b border-line bg-surface">
      <div role="row" aria-rowindex={1} className={classNames(columnsClass(isTall), 'h-9 text-12 text-muted')}>
        <div role="columnheader" className="flex items-center">
          <Checkbox
            aria-label={t('files.selectAll')}
            checked={all}
            mixed={selection.count > 0 && !all}
            onChange={() => selection.checkAll(!all)}
          />
        </div>
        <div role="columnheader" className="col-span-2">
          <SortHeader view={view} sortKey="name" label={t('files.columnName')} />
        </div>
        {isTall ? null : <FactHeaders view={view} />}
        <div role="columnheader" className="text-end">
          <span className="sr-only">{t('files.columnActions')}</span>
        </div>
      </div>
    </div>
  )
}

function FactHeaders({ view }: { view: FileView }) {
  const { t } = useTranslation()
  return (
    <>
      <div role="columnheader" className="hidden @3xl:block">
        {t('files.type')}
      </div>
      <div role="columnheader">{t('files.columnStatus')}</div>
      <div role="columnheader" className="pe-3 text-end">
        <SortHeader view={view} sortKey="size" label={t('files.columnSize')} />
      </div>
      <div role="columnheader">
        <SortHeader view={view} sortKey="date" label={t('files.columnDate')} />
      </div>
    </>
  )
}

function SortHeader({ view, sortKey, label }: { view: FileView; sortKey: SortKey; label: string }) {
  const isCurrent = view.sortKey === sortKey
  const Arrow = view.ascending ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => view.sortBy(sortKey)}
      className={classNames(
        '-mx-1 inline-flex h-7 items-center gap-1 rounded-control px-1 hover:text-text',
        isCurrent && 'font-medium text-text',
      )}
    >
      {label}
      {isCurrent ? <Arrow size={12} strokeWidth={2} /> : null}
    </button>
  )
}
