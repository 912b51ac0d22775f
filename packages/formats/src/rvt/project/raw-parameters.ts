import { MalformedRecordError } from '@kamar/codecs/records'
import type { RecordObject } from '../container/record-object.js'
import { quantityOfSpec, quantityOfUnitType, type Quantity } from './quantities.js'

/** Parameter value of an element; built-in parameters have negative numbers. */
export interface RawParameter {
  readonly id: number
  readonly value: number | string
  readonly kind: 'double' | 'integer' | 'text' | 'element'
}

const sets = [
  ['m_pParamValueSetDouble', 'double'],
  ['m_pParamValueSetInt', 'integer'],
  ['m_pParamValueSetAString', 'text'],
  ['m_pParamValueSetElementId', 'element'],
] as const

/** Reads the parameter values of an element. */
export function readParameters(root: RecordObject): RawParameter[] {
  return sets.flatMap(([field, kind]) => {
    const set = root.has(field) ? root.target(field) : null
    if (!set) return []
    return set.parts('m_paramSet').map((entry) => ({ id: entry.id('m_paramId'), value: valueOf(entry, kind), kind }))
  })
}

function valueOf(entry: RecordObject, kind: RawParameter['kind']): number | string {
  if (kind === 'text') return entry.text('m_value')
  if (kind === 'element') return entry.id('m_value')
  const value = entry.number('m_value')
  if (Number.isNaN(value)) throw new MalformedRecordError('a parameter that is no number')
  return value
}

const byClass: Readonly<Record<string, Quantity>> = {
  ParamDefLength: 'length',
  ParamDefArea: 'area',
  ParamDefVolume: 'volume',
  ParamDefAngle: 'angle',
  ParamDefYesNo: 'yes-no',
  ParamDefDouble: 'number',
  ParamDefInt: 'number',
}

/**
 * Returns the quantity of a parameter's values, by the class of its definition, its specification, or its unit type
 * until 2020.
 */
export function getQuantity(definition: RecordObject): Quantity {
  const quantity = byClass[definition.className]
  if (quantity) return quantity
  if (definition.has('m_specTypeId')) return quantityOfSpec(definition.part('m_specTypeId').text('m_typeId'))
  return definition.has('m_unitType') ? quantityOfUnitType(definition.number('m_unitType')) : 'other'
}
