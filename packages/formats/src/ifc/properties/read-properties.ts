import type { ByteSource, NodeId, PropertyScene } from '@kamar/core'
import { throwIfCancelled } from '@kamar/core'
import { defaultPaging, FileBytes, indexStatements, nextTurn, openContent } from '@kamar/codecs/part21'
import { Associations } from '../model/associations.js'
import { IfcFile } from '../model/ifc-file.js'
import { readRelations } from '../model/relations.js'
import { addTree, drawnTypes } from '../model/spatial-tree.js'
import { readUnits } from '../model/units.js'
import { runInTimeSlices } from '../time-slices.js'
import { assignProperties } from './assign-properties.js'

/** Duration of a part of the work, milliseconds, after which it may be cancelled. */
const partMilliseconds = 30

/**
 * Reads only the properties of a file, with an index and a tree of its own; returns the number of nodes. The numbers of
 * the nodes are those of a whole read of the file.
 */
export async function readProperties(
  input: ByteSource,
  { scene, signal }: { readonly scene: PropertyScene; readonly signal: AbortSignal },
): Promise<number> {
  const bytes = new FileBytes(await openContent(input, { signal }))
  const { pageRows } = defaultPaging
  const file = new IfcFile(bytes, await indexStatements(bytes, { signal, pageRows, report: () => undefined }))
  const relations = await runInTimeSlices(readRelations(file), signal)
  let nodeCount = 0
  const nodes = { addNode: (): NodeId => nodeCount++ }
  const options = { relations, typeRows: drawnTypes(file), fileName: input.name, nodes: Infinity }
  const tree = await runInTimeSlices(addTree(file, nodes, options), signal)
  const source = { file, tree, relations, scene, associations: new Associations(file), units: readUnits(file) }
  for (const _ of assignProperties(source, partMilliseconds)) {
    await nextTurn()
    throwIfCancelled(signal)
  }
  return nodeCount
}
