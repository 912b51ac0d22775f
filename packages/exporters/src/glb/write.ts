import type { ExportJob } from '../kit/export-job.js'
import { ChunkArrays } from '../kit/geometry-arrays.js'
import { encodeGlbHeader } from '../kit/gltf/glb-header.js'
import { GlbLayout, paddedLength, listArrays } from '../kit/gltf/glb-layout.js'
import { exportImages } from '../kit/export-image.js'
import { gltfDocument } from './gltf-document.js'

/** The first pass only decodes; the second decodes and writes. */
const firstPassRatio = 0.4

/**
 * Writes a binary glTF 2.0 of the complete model, in metres, at full detail; throws `RangeError` when it would exceed 4
 * GiB.
 */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const layout = new GlbLayout()
  const total = Math.max(1, model.manifest.chunks.length)
  let passed = 0
  for await (const chunk of model.chunks()) {
    layout.add(chunk)
    onFraction((++passed / total) * firstPassRatio)
  }
  const imageNumbers = layout.materialTextures.flatMap((image) => (image === null ? [] : [image.image]))
  for (const [number, image] of await exportImages(model, imageNumbers)) layout.addImage(number, image)
  const document = gltfDocument({ manifest: model.manifest, tree: await model.tree(), layout })
  yield encodeGlbHeader(document, document.buffers === undefined ? 0 : layout.byteLength)
  if (document.buffers === undefined) return
  let passedChunks = 0
  for await (const chunk of model.chunks()) {
    const arrays = new ChunkArrays(chunk)
    for (let row = 0; row < chunk.geometries.count; row++) {
      if (layout.geometries[chunk.firstGeometry + row]) yield* geometryBytes(arrays, row)
    }
    onFraction(firstPassRatio + (++passedChunks / total) * (1 - firstPassRatio))
  }
  for (const bytes of layout.textures.bytes()) yield padded(bytes)
}

function* geometryBytes(arrays: ChunkArrays, row: number): Generator<Uint8Array> {
  for (const part of listArrays(arrays.arrays(row))) {
    if (part !== null) yield padded(part)
  }
}

function padded(part: ArrayBufferView): Uint8Array {
  const bytes = new Uint8Array(paddedLength(part.byteLength))
  bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
  return bytes
}
