import type { FilterGroup, FilterOperator, FilterRule, QueryField } from '@kamar/viewer'

/** Operators that compare with no value. */
const valueless: ReadonlySet<FilterOperator> = new Set(['exists', 'missing', 'filled', 'empty'])

/** Returns whether an operator compares with a value. */
export const needsValue = (operator: FilterOperator): boolean => !valueless.has(operator)

/** Empty condition; it matches nothing. */
export const emptyTest: FilterRule = {
  kind: 'test',
  field: { set: '', property: '' },
  operator: 'equals',
  value: '',
}

/** Filter without conditions. */
export const noRules: FilterGroup = { kind: 'all', rules: [] }

/** Removes incomplete conditions. */
export function omitIncomplete(rule: FilterGroup): FilterGroup {
  const rules = rule.rules.flatMap((part): readonly FilterRule[] => {
    if (part.kind !== 'test') {
      const group = omitIncomplete(part)
      return group.rules.length > 0 ? [group] : []
    }
    const isIncomplete = part.field.property === '' || (needsValue(part.operator) && part.value.trim() === '')
    return isIncomplete ? [] : [part]
  })
  return { ...rule, rules }
}

/** Returns the fields of a filter in its order, each once. */
export function listFields({ rules }: FilterGroup): readonly QueryField[] {
  const fields = rules.flatMap((rule) => (rule.kind === 'test' ? [rule.field] : listFields(rule)))
  const byKey = new Map(fields.map((field) => [`${field.set}\u0000${field.property}`, field]))
  return [...byKey.values()].filter(({ property }) => property !== '')
}
