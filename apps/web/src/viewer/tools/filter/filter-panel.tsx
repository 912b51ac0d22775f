import type { ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { Filter, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { FilterActions } from './filter-actions.js'
import { emptyTest, RuleGroup } from './rule-group.js'
import { useFields } from '../../kit/fields/use-fields.js'
import { type FilterControl, useFilter } from './use-filter.js'

const TableDialog = lazy(async () => ({ default: (await import('./table-dialog.js')).TableDialog }))

interface FilterPanelProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly filter: FilterControl
}

/** Builds a query of properties, shows the number of matching elements at once, and acts on them. */
export function FilterPanel({ viewer, tree, filter }: FilterPanelProps) {
  const { t } = useTranslation()
  const fields = useFields(viewer)
  const { rule, setRule } = filter
  const matches = useFilter(viewer, rule)
  const [listed, setListed] = useState<Uint32Array | null>(null)
  if (!viewer || !tree || fields === null) {
    return (
      <p role="status" className="p-3 text-13 text-pretty text-muted">
        {t('properties.waiting')}
      </p>
    )
  }
  const isEmpty = rule.rules.length === 0
  return (
    <>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain p-3">
        {isEmpty ? (
          <EmptyState icon={<Filter size={28} strokeWidth={1.25} />} title={t('filter.none')}>
            {t('filter.noneHint')}
          </EmptyState>
        ) : null}
        {isEmpty ? (
          <div className="flex flex-wrap justify-center gap-2">
            <Button tone="primary" onClick={() => setRule({ ...rule, rules: [emptyTest] })}>
              {t('filter.addRule')}
            </Button>
            <Button icon={<Table2 />} onClick={() => setListed(withShape(viewer))}>
              {t('filter.listAll')}
            </Button>
          </div>
        ) : (
          <RuleGroup {...{ viewer, fields }} group={rule} depth={0} onChange={setRule} />
        )}
      </div>
      {isEmpty ? null : <FilterActions viewer={viewer} matches={matches} onList={setListed} />}
      {listed === null ? null : (
        <Suspense fallback={null}>
          <TableDialog {...{ viewer, fields }} elements={listed} onClose={() => setListed(null)} />
        </Suspense>
      )}
    </>
  )
}

function withShape({ model }: Viewer): Uint32Array {
  const shapes = model?.shapes ?? new Uint8Array(0)
  return Uint32Array.from([...shapes.keys()].filter((element) => shapes[element] === 1))
}
