import { compiledModule, type MeshInput, type PreparedMesh, type Reader, memorySource } from '@kamar/core'
import { RecordingScene, createRecordedContext, runReader, type ReaderRun, type RunOptions } from '@kamar/test-kit'
import { WorkerStore, GeometryWorkerPool } from '../geometry/worker-pool.js'
import { ReadProgress } from '../progress.js'
import { reader } from '../reader.js'
import { readModel } from '../reading.js'
import type { KernelFaults } from './faulty-kernels.js'
import { encodeText, stepFile } from './step-file.js'

/** Reads statements as a complete file. */
export function readRows(rows: string, options: RunOptions & { readonly schema?: string } = {}): Promise<ReaderRun> {
  const { schema = 'IFC4', ...rest } = options
  return runReader(reader, encodeText(stepFile({ rows, schema })), { name: 'model.ifc', ...rest })
}

/** Returns the id of the node with a name; throws when there is none. */
export function nodeNamed({ scene }: ReaderRun, name: string): number {
  const node = scene.nodes.findIndex((each) => each.name === name)
  if (node < 0) throw new Error(`No node is called ${name}`)
  return node
}

/** Computes the bounding box of a node's instances, in metres, from the model's own origin. */
export function boxOfNode({ scene }: ReaderRun, node: number): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const { node: owner, mesh, placement: m } of scene.instances) {
    const shape = scene.shapes[mesh]
    if (owner !== node || !shape) continue
    for (let vertex = 0; vertex < shape.vertexCount; vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        const rotated = [0, 1, 2].reduce(
          (sum, column) => sum + (m[3 * column + axis] ?? 0) * shape.coordinate(vertex, column),
          0,
        )
        const value = rotated + (m[9 + axis] ?? 0)
        min[axis] = Math.min(min[axis] ?? Infinity, value)
        max[axis] = Math.max(max[axis] ?? -Infinity, value)
      }
    }
  }
  const round = (value: number): number => Math.round(value * 1000) / 1000 + 0
  return { min: min.map(round), max: max.map(round) }
}

/**
 * Returns the property sets of a node as plain objects: set name, then property name to value (followed by its unit).
 */
export function setsOfNode({ scene }: ReaderRun, node: number): Record<string, Record<string, unknown>> {
  const sets = (scene.assignments.get(node) ?? []).flatMap((id) => scene.propertySets[id] ?? [])
  return Object.fromEntries(
    sets.map(({ name, properties }) => [
      name,
      Object.fromEntries(
        properties.map(({ name, value, unit }) => [name, unit === undefined ? value : `${value} ${unit}`]),
      ),
    ]),
  )
}

/** Reads statements with a kernel that fails where `faults` says so, in separate threads and with a short timeout. */
export async function readWithFaults(rows: string, faults: KernelFaults, threads = 1): Promise<ReaderRun> {
  const store = new WorkerStore({ script: compiledModule(import.meta.url, './faulty-worker.js'), data: { faults } })
  const faultyReader: Reader = {
    descriptor: reader.descriptor,
    read: async (input, context) => {
      const pool = new GeometryWorkerPool(threads, store)
      const timeout = { minMilliseconds: 1000, maxMilliseconds: 1000 }
      try {
        return await readModel({ input, context, pool, progress: new ReadProgress(context), timeout })
      } finally {
        await pool.release()
      }
    },
  }
  return runReader(faultyReader, encodeText(stepFile({ rows })), { name: 'model.ifc' })
}

/** A scene that records the prepared meshes. */
export class MeshRecordingScene extends RecordingScene {
  readonly meshes: PreparedMesh[] = []

  override addMesh(mesh: MeshInput | PreparedMesh): number | null {
    if ('shapeHash' in mesh) this.meshes.push(mesh)
    return super.addMesh(mesh)
  }
}

/** Reads statements and records the meshes. */
export async function readMeshes(rows: string, schema = 'IFC4'): Promise<MeshRecordingScene> {
  const { context } = createRecordedContext()
  const scene = new MeshRecordingScene()
  await reader.read(memorySource('model.ifc', encodeText(stepFile({ rows, schema }))), { ...context, scene })
  return scene
}
