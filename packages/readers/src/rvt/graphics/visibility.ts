import type { RecordObject } from '../container/record-object.js'

/** Fine: what a 3D view of the exporters of the program itself shows. */
const fineDetail = 3
const detailParameter = 3
const isOther = 0
const isEqual = 3

const drawnFlag = 0x4
/** Faces that only help to build: reference planes of walls, what connectors stand on. */
const auxiliaryFlag = 0x80

/** Whether a node is there to be seen at all. */
export function isDrawn(node: RecordObject): boolean {
  const flags = node.part('m_GInfo').number('m_flags')
  return (flags & drawnFlag) !== 0 && (flags & auxiliaryFlag) === 0
}

/** Whether a filter lets its nodes through in a 3D view of fine detail. */
export function passesInThreeDimensions(filter: RecordObject): boolean {
  return filter.targets('m_oConditions').every(passes)
}

function passes(condition: RecordObject): boolean {
  switch (condition.className) {
    // Only what is selected is drawn like this.
    case 'GConditionSelected':
      return false
    // Seen along an axis, or cut by a plan: in a 3D view neither is the case.
    case 'GConditionDir':
    case 'GConditionCut':
      return condition.flag('m_negateDirCondition')
    case 'GConditionInt':
      return passesDetail(condition)
    default:
      return true
  }
}

function passesDetail(condition: RecordObject): boolean {
  if (condition.number('m_param') !== detailParameter) return true
  const comparison = condition.number('m_comp')
  const isFine = condition.number('m_value') === fineDetail
  if (comparison === isOther) return !isFine
  return comparison === isEqual ? isFine : true
}
