import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, ReadReport, ReadContext } from '@kamar/scene'
import { BrepTeam } from '../shared/brep/index.js'
import { indexStatements } from '../shared/part21/read-statements.js'
import type { LengthUnit } from '../shared/units.js'
import { pushItems } from './geometry/push-items.js'
import { ScenePusher } from './geometry/scene-pusher.js'
import { ProductStructure } from './model/product-structure.js'
import { ShapeItems } from './model/shape-items.js'
import { Styles } from './model/styles.js'
import { Units } from './model/units.js'
import { openFile } from './open-file.js'
import { assignProperties } from './properties/assign-properties.js'
import { makeReport } from './report.js'
import { StepFile } from './step-file.js'
import { addTree } from './tree.js'

const readingShare = 0.2

/** Reads a file from its bytes to its report: index, products, tree and properties, then one shape after the other. */
export async function readModel(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  const { bytes, findings } = await openFile(input, room)
  const index = await indexStatements(bytes, {
    signal: room.signal,
    report: (fraction) => room.progress(readingShare * fraction, 'reading'),
    complexInstances: true,
  })
  const file = new StepFile(bytes, index)
  const units = new Units(file)
  const unit = unitOfModel(file, units)
  room.scene.setUnit(unit ?? { name: 'mm', metres: 0.001 })
  const structure = new ProductStructure(file, units)
  const styles = new Styles(file)
  const shapes = new ShapeItems(file, units, structure)
  const tree = addTree({ file, structure, shapes, styles, room, fileName: input.name })
  const missingCompanions = assignProperties({ file, structure, styles, units, tree, scene: room.scene })
  await room.scene.settle()
  const pusher = new ScenePusher(room)
  const team = new BrepTeam(room.signal)
  try {
    const progress = (fraction: number): void => room.progress(readingShare + (1 - readingShare) * fraction, 'meshing')
    const items = [...tree.items.values()]
    const pushed = await pushItems({ file, styles, units, room, team, pusher, items, progress })
    if (pusher.instances === 0) throw nothingToShow(index.ended && index.unreadable === 0)
    return makeReport({ file, tree, pushed, pusher, findings, isUnitStated: unit !== null, missingCompanions })
  } finally {
    await team.release()
  }
}

/** The unit of the context that most shapes are in: the first one that has one. */
function unitOfModel(file: StepFile, units: Units): LengthUnit | null {
  for (const row of file.rowsWith('GLOBAL_UNIT_ASSIGNED_CONTEXT')) {
    const unit = units.statedLength(row)
    if (unit) return unit
  }
  return null
}

const nothingToShow = (isWhole: boolean): TranslationError =>
  new TranslationError({ code: isWhole ? 'nothing-to-show' : 'damaged' })
