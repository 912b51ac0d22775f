import type { FilterGroup, FilterRule, Viewer } from '@kamar/viewer'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { RuleRow } from './rule-row.js'
import { emptyTest } from './rules.js'
import { Segments } from '../../kit/fields/segments.js'
import type { FieldChoice } from '../../kit/fields/use-fields.js'

/** Maximum depth that is still readable. */
const deepest = 2

interface RuleGroupProps {
  readonly viewer: Viewer
  readonly fields: readonly FieldChoice[]
  readonly group: FilterGroup
  readonly depth: number
  readonly onChange: (group: FilterGroup) => void
  readonly onRemove?: () => void
}

/** Renders conditions of which all, or any, must hold; groups may be nested. */
export function RuleGroup({ viewer, fields, group, depth, onChange, onRemove }: RuleGroupProps) {
  const { t } = useTranslation()
  const { rules } = group
  const replace = (at: number, rule: FilterRule): void => onChange({ ...group, rules: rules.with(at, rule) })
  const remove = (at: number) => (): void => onChange({ ...group, rules: rules.toSpliced(at, 1) })
  const add = (rule: FilterRule) => (): void => onChange({ ...group, rules: [...rules, rule] })
  return (
    <div className={depth > 0 ? 'space-y-2 rounded-control border-s-2 border-accent bg-sunken p-2' : 'space-y-2'}>
      {rules.length > 1 || depth > 0 ? (
        <div className="flex items-center gap-1">
          <div className="grow">
            <Segments
              legend={t('filter.which')}
              value={group.kind}
              choices={(['all', 'any'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
              onChoose={(kind) => onChange({ ...group, kind })}
            />
          </div>
          {onRemove ? (
            <IconButton size="small" label={t('filter.removeGroup')} onClick={onRemove}>
              <Trash2 />
            </IconButton>
          ) : null}
        </div>
      ) : null}
      {rules.map((rule, at) =>
        rule.kind === 'test' ? (
          <RuleRow
            // oxlint-disable-next-line react/no-array-index-key -- rules have no identity but their place
            key={at}
            {...{ viewer, fields }}
            test={rule}
            onChange={(next) => replace(at, next)}
            onRemove={remove(at)}
          />
        ) : (
          <RuleGroup
            // oxlint-disable-next-line react/no-array-index-key -- as above
            key={at}
            {...{ viewer, fields }}
            group={rule}
            depth={depth + 1}
            onChange={(next) => replace(at, next)}
            onRemove={remove(at)}
          />
        ),
      )}
      <div className="flex flex-wrap gap-1">
        <Button size="small" icon={<Plus />} onClick={add(emptyTest)}>
          {t('filter.addRule')}
        </Button>
        {depth < deepest ? (
          <Button size="small" tone="quiet" onClick={add({ kind: 'any', rules: [emptyTest] })}>
            {t('filter.addGroup')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
