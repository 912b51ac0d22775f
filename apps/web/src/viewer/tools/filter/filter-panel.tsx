import type { ModelTree } from '@kamar/package-format/read'
import type { QueryField, Viewer } from '@kamar/viewer'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldChoice, useFields } from '../../kit/fields/use-fields.js'
import type { FileAccess } from '../../session/session.js'
import { FilterActions } from './filter-actions.js'
import { FilterHeader } from './filter-header.js'
import { FilterStart } from './filter-start.js'
import { RuleGroup } from './rule-group.js'
import { listFields } from './rules.js'
import { type FilterControl, useFilter } from './use-filter.js'

const TableDialog = lazy(async () => ({ default: (await import('./table-dialog.js')).TableDialog }))

interface FilterPanelProps {
  readonly viewer: Viewer | null
  readonly tree: ModelTree | null
  readonly access: Pick<FileAccess, 'hasAccount' | 'fileId' | 'role'>
  readonly control: FilterControl
}

/** Builds a query of properties, shows the number of matching elements at once, and acts on them. */
export function FilterPanel({ viewer, tree, access, control }: FilterPanelProps) {
  const { t } = useTranslation()
  const fields = useFields(viewer)
  if (!viewer || !tree || fields === null) {
    return (
      <p role="status" className="p-3 text-13 text-pretty text-muted">
        {t('properties.waiting')}
      </p>
    )
  }
  return <LoadedPanel {...{ viewer, tree, fields, access, control }} />
}

interface LoadedPanelProps extends FilterPanelProps {
  readonly viewer: Viewer
  readonly tree: ModelTree
  readonly fields: readonly FieldChoice[]
}

function LoadedPanel({ viewer, tree, fields, access, control }: LoadedPanelProps) {
  const { filter, setFilter } = control
  const { rule, rgb } = filter
  const matches = useFilter(viewer, rule)
  const [listed, setListed] = useState<Uint32Array | null>(null)
  // Guests of a link and examples have no file to save filters with.
  const fileId = access.hasAccount ? access.fileId : null
  const isEmpty = rule.rules.length === 0
  const columns: readonly QueryField[] = listFields(rule)
  return (
    <>
      {isEmpty ? (
        <FilterStart
          {...{ viewer, tree, fields, fileId }}
          onBegin={setFilter}
          onListAll={() => setListed(withShape(viewer))}
        />
      ) : (
        <>
          <FilterHeader key={filter.saved?.id} role={access.role} {...{ fileId, filter, setFilter }} />
          <div className="min-h-0 grow overflow-y-auto overscroll-contain p-3">
            <RuleGroup
              {...{ viewer, fields }}
              group={rule}
              depth={0}
              onChange={(next) => setFilter({ ...filter, rule: next })}
            />
          </div>
          <FilterActions
            {...{ viewer, matches, rgb }}
            onColor={(next) => setFilter({ ...filter, rgb: next })}
            onList={setListed}
          />
        </>
      )}
      {listed === null ? null : (
        <Suspense fallback={null}>
          <TableDialog {...{ viewer, fields }} elements={listed} columns={columns} onClose={() => setListed(null)} />
        </Suspense>
      )}
    </>
  )
}

function withShape({ model }: Viewer): Uint32Array {
  const shapes = model?.shapes ?? new Uint8Array(0)
  return new Uint32Array(shapes.length).map((_, element) => element).filter((element) => shapes[element] === 1)
}
