import type { PackageReader } from '../package-reader.js'
import type { OnFraction } from '../export-progress.js'
import { ChunkArrays } from './geometry-arrays.js'
import { GlbLayout, paddedLength, partsOf } from './glb-layout.js'
import { gltfDocument } from './gltf-document.js'

/** "glTF", "JSON" and "BIN\0" as little-endian numbers (glTF 2.0, section 4.4). */
const magic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
const mostBytes = 2 ** 32 - 1
/** The first pass decodes, the second decodes and writes. */
const firstPassShare = 0.4

/** A binary glTF 2.0 of the whole model, in metres, at full detail; `RangeError` when it would pass 4 GiB. */
export async function* writeGlb(model: PackageReader, onFraction: OnFraction): AsyncGenerator<Uint8Array> {
  const layout = new GlbLayout()
  const total = Math.max(1, model.manifest.chunks.length)
  let passed = 0
  for await (const chunk of model.chunks()) {
    layout.add(chunk)
    onFraction((++passed / total) * firstPassShare)
  }
  const document = gltfDocument({ manifest: model.manifest, tree: await model.tree(), layout })
  yield head(document, document.buffers === undefined ? 0 : layout.byteLength)
  if (document.buffers === undefined) return
  let written = 0
  for await (const chunk of model.chunks()) {
    const arrays = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) {
      if (layout.geometries[chunk.firstGeometry + row]) yield* geometryBytes(arrays, row)
    }
    onFraction(firstPassShare + (++written / total) * (1 - firstPassShare))
  }
}

/** File header, the JSON chunk, and the header of the binary chunk. */
function head(document: object, binaryLength: number): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(document))
  const jsonLength = paddedLength(json.length)
  const hasBinary = binaryLength > 0
  const length = 12 + 8 + jsonLength + (hasBinary ? 8 + binaryLength : 0)
  if (length > mostBytes) throw new RangeError('a binary glTF ends at 4 GiB')
  const out = new Uint8Array(20 + jsonLength + (hasBinary ? 8 : 0)).fill(0x20)
  const view = new DataView(out.buffer)
  const numbers = [magic, 2, length, jsonLength, jsonChunk]
  numbers.forEach((number, at) => view.setUint32(at * 4, number, true))
  out.set(json, 20)
  if (hasBinary) {
    view.setUint32(20 + jsonLength, binaryLength, true)
    view.setUint32(24 + jsonLength, binaryChunk, true)
  }
  return out
}

function* geometryBytes(arrays: ChunkArrays, row: number): Generator<Uint8Array> {
  for (const part of partsOf(arrays.arrays(row))) {
    if (part === null) continue
    const bytes = new Uint8Array(paddedLength(part.byteLength))
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
    yield bytes
  }
}
