import { createRecordedContext, RecordedSource, runReader, type Companions, type ReaderRun } from '@kamar/test-kit'
import type { MeshInput } from '@kamar/core'
import { reader } from '../reader.js'

/** Encodes text as UTF-8. */
export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Reads a text as a complete file. */
export const read = (text: string, companions: Companions = {}): Promise<ReaderRun> =>
  runReader(reader, encodeText(text), { companions })

/** Four vertices of one square metre. */
export const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n'

/** Returns the only mesh of a text, as written to the scene. */
export async function pushedMesh(text: string): Promise<MeshInput> {
  const { context } = createRecordedContext()
  const meshes: MeshInput[] = []
  const addMesh = context.scene.addMesh.bind(context.scene)
  context.scene.addMesh = (mesh) => {
    if (!('shapeHash' in mesh)) meshes.push(mesh)
    return addMesh(mesh)
  }
  await reader.read(new RecordedSource('model.obj', encodeText(text)), context)
  const [mesh] = meshes
  if (meshes.length !== 1 || !mesh) throw new Error(`${meshes.length} meshes were pushed instead of one`)
  return mesh
}
