import { extendEntity, type EntityCommon, type Modeler } from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'

const [lineCode, furtherCode] = [1, 3]
const [firstCoded, lastCoded, mirror] = [0x21, 0x7e, 0x9f]

/**
 * Reads a body, region or surface. Since 2013 its shape is in the ACDSDATA section. Construction data that follow the
 * shape are not read.
 */
export function readModeler({ groups }: DxfRecord, common: EntityCommon): Modeler {
  const acis = readShape(groups.getPart('AcDbModelerGeometry'))
  return extendEntity(common, { kind: 'modeler', acis, isDamaged: false, wires: [] })
}

/** Reads SAT text, whose characters are mirrored unless its first line begins with a digit. */
function readShape(part: Groups): Uint8Array | null {
  const lines: string[] = []
  for (let at = part.from; at < part.to; at++) {
    const code = part.codeAt(at)
    if (code === furtherCode && lines.length > 0) lines[lines.length - 1] += part.rawTextAt(at)
    else if (code === lineCode || code === furtherCode) lines.push(part.rawTextAt(at))
  }
  if (lines.length === 0) return null
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  const isPlain = /^\d/.test(first)
  const bytes = Buffer.from(`${lines.join('\n')}\n`, 'latin1')
  if (!isPlain)
    for (let at = 0; at < bytes.length; at++)
      if (bytes[at] >= firstCoded && bytes[at] <= lastCoded) bytes[at] = mirror - bytes[at]
  return bytes
}
