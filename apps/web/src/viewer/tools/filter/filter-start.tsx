import type { ModelTree } from '@kamar/package-format/read'
import type { Viewer } from '@kamar/viewer'
import { Plus, Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import type { FieldChoice } from '../../kit/fields/use-fields.js'
import { PanelSection } from '../../kit/panel/panel-section.js'
import { emptyTest, noRules } from './rules.js'
import { SavedFilters } from './saved-filters.js'
import { createTemplate, templateIds } from './templates.js'
import { type EditedFilter, noFilter, useMatchCounts } from './use-filter.js'

interface FilterStartProps {
  readonly viewer: Viewer
  readonly tree: ModelTree
  readonly fields: readonly FieldChoice[]
  /** Null where filters cannot be saved. */
  readonly fileId: string | null
  readonly onBegin: (filter: EditedFilter) => void
  readonly onListAll: () => void
}

/** Offers what a filter begins with: an empty condition, a saved filter, or a question that many models are asked. */
export function FilterStart({ viewer, tree, fields, fileId, onBegin, onListAll }: FilterStartProps) {
  const { t } = useTranslation()
  const templates = useTemplates(tree, fields)
  const counts = useMatchCounts(viewer, templates)
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain">
      <div className="space-y-2 border-b border-line p-3">
        <p className="text-13 text-pretty text-muted">{t('filter.noneHint')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            tone="primary"
            icon={<Plus />}
            onClick={() => onBegin({ ...noFilter, rule: { ...noRules, rules: [emptyTest] } })}
          >
            {t('filter.addRule')}
          </Button>
          <Button size="small" icon={<Table2 />} onClick={onListAll}>
            {t('filter.listAll')}
          </Button>
        </div>
      </div>
      {fileId === null ? null : <SavedFilters {...{ viewer, fileId }} onOpen={onBegin} />}
      <PanelSection title={t('filter.templates.title')}>
        <ul aria-label={t('filter.templates.title')}>
          {templates.map(({ id, rule }) => {
            const name = t(`filter.templates.${id}`)
            const count = counts.get(id)
            return (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onBegin({ ...noFilter, rule, name })}
                  className="flex min-h-9 w-full items-center gap-2 px-3 py-1 text-start text-13 outline-offset-[-2px] hover:bg-page pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 grow">{name}</span>
                  <span className="shrink-0 text-12 text-muted tabular-nums">
                    {count}
                    {count === undefined ? null : <span className="sr-only"> {t('filter.matches')}</span>}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </PanelSection>
    </div>
  )
}

/** Returns the templates that ask about elements of this model. */
function useTemplates(tree: ModelTree, fields: readonly FieldChoice[]) {
  return useMemo(() => {
    const normalize = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
    const properties = new Set(fields.map(({ field }) => normalize(field.property)))
    const model = {
      classNames: tree.classNames,
      hasProperty: (property: string) => properties.has(normalize(property)),
    }
    return templateIds.flatMap((id) => {
      const rule = createTemplate(id, model)
      return rule === null ? [] : [{ id, rule }]
    })
  }, [tree, fields])
}
