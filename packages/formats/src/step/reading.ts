import { TranslationError, type ByteSource, type ReadReport, type ReadContext, type LengthUnit } from '@kamar/core'
import { BrepWorkerPool } from '@kamar/codecs/brep'
import { indexStatements } from '@kamar/codecs/part21'
import { pushItems } from './geometry/push-items.js'
import { StepSceneWriter } from './geometry/step-scene-writer.js'
import { ProductStructure } from './model/product-structure.js'
import { ShapeItems } from './model/shape-items.js'
import { Styles } from './model/styles.js'
import { Units } from './model/units.js'
import { openFile } from './open-file.js'
import { assignProperties } from './properties/assign-properties.js'
import { makeReport } from './report.js'
import { StepFile } from './step-file.js'
import { addTree } from './tree.js'

const readingFraction = 0.2

/** Reads a file and returns its report: index, products, tree and properties, then one shape after the other. */
export async function readModel(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  const { bytes, findings } = await openFile(input, context)
  const index = await indexStatements(bytes, {
    signal: context.signal,
    report: (fraction) => context.progress(readingFraction * fraction, 'reading'),
    complexInstances: true,
  })
  const file = new StepFile(bytes, index)
  const units = new Units(file)
  const unit = unitOfModel(file, units)
  context.scene.setUnit(unit ?? { name: 'mm', metres: 0.001 })
  const structure = new ProductStructure(file, units)
  const styles = new Styles(file)
  const shapes = new ShapeItems(file, units, structure)
  const tree = addTree({ file, structure, shapes, styles, context, fileName: input.name })
  const missingCompanions = assignProperties({ file, structure, styles, units, tree, scene: context.scene })
  await context.scene.settle()
  const writer = new StepSceneWriter(context)
  const pool = new BrepWorkerPool(context.signal)
  try {
    const progress = (fraction: number): void =>
      context.progress(readingFraction + (1 - readingFraction) * fraction, 'meshing')
    const items = [...tree.items.values()]
    const pushed = await pushItems({ file, styles, units, context, pool, writer, items, progress })
    if (writer.instances === 0) throw createEmptyError(index.ended && index.unreadable === 0)
    return makeReport({ file, tree, pushed, writer, findings, isUnitStated: unit !== null, missingCompanions })
  } finally {
    await pool.release()
  }
}

/** Returns the unit of the first context with one, which most shapes use. */
function unitOfModel(file: StepFile, units: Units): LengthUnit | null {
  for (const row of file.rowsWith('GLOBAL_UNIT_ASSIGNED_CONTEXT')) {
    const unit = units.statedLength(row)
    if (unit) return unit
  }
  return null
}

const createEmptyError = (isComplete: boolean): TranslationError =>
  new TranslationError({ code: isComplete ? 'nothing-to-show' : 'damaged' })
