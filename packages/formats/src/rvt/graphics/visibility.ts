import type { RecordObject } from '../container/record-object.js'

/** Fine detail, as in the 3D view of Revit's own exporters. */
const fineDetail = 3
const detailParameter = 3
const isOther = 0
const isEqual = 3

const drawnFlag = 0x4
/** Auxiliary faces: reference planes of walls, faces that host connectors. */
const auxiliaryFlag = 0x80

/** Returns whether a node is visible. */
export function isDrawn(node: RecordObject): boolean {
  const flags = node.part('m_GInfo').number('m_flags')
  return (flags & drawnFlag) !== 0 && (flags & auxiliaryFlag) === 0
}

/** Returns whether a filter shows its nodes in a 3D view of fine detail. */
export function passesInThreeDimensions(filter: RecordObject): boolean {
  return filter.targets('m_oConditions').every(passes)
}

function passes(condition: RecordObject): boolean {
  switch (condition.className) {
    // Applies only to selected elements.
    case 'GConditionSelected':
      return false
    // Views along an axis and plan cuts; a 3D view is neither.
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
