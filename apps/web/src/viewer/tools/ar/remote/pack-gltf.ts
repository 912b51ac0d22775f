import { type BufferView, type GltfFile, type GltfJson, padded, writeGlb } from './gltf-file.js'
import { RemoteModelError } from './remote-model-error.js'

const meshopt = 'EXT_meshopt_compression'

/** Function that fetches the bytes behind a URI of the document. */
export type FetchPart = (uri: string) => Promise<Uint8Array>

/** Required glTF extensions that the view has no decoder for. */
const unreadable = ['KHR_texture_basisu', 'KHR_meshopt_compression']

/** Throws `RemoteModelError` when the model requires an extension that the view cannot decode. */
export function checkExtensions({ extensionsRequired = [] }: GltfJson): void {
  const missing = extensionsRequired.find((name) => unreadable.includes(name))
  if (missing !== undefined) throw new RemoteModelError('extension', missing)
}

/** Returns whether a document is spread over several files. */
export const isSpread = ({ buffers = [], images = [] }: GltfJson): boolean =>
  [...buffers, ...images].some(({ uri }) => uri !== undefined)

/** Packs a document whose buffers and images are separate files into one GLB. */
export async function packGltf({ json, binary }: GltfFile, fetchPart: FetchPart): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let byteLength = 0
  const append = (bytes: Uint8Array): number => {
    const start = byteLength
    parts.push(bytes)
    byteLength += padded(bytes.length)
    return start
  }
  const starts: number[] = []
  for (const { uri } of json.buffers ?? []) {
    starts.push(append(uri === undefined ? (binary ?? new Uint8Array(0)) : await fetchPart(uri)))
  }
  const bufferViews: object[] = (json.bufferViews ?? []).map((view) => withMergedBuffer(view, starts))
  const images: object[] = []
  for (const { uri, ...image } of json.images ?? []) {
    if (uri === undefined) images.push(image)
    else {
      const bytes = await fetchPart(uri)
      const bufferView = bufferViews.push({ buffer: 0, byteOffset: append(bytes), byteLength: bytes.length }) - 1
      images.push({ ...image, bufferView, mimeType: image.mimeType ?? detectImageType(bytes) })
    }
  }
  const lists = { buffers: [{ byteLength }], bufferViews, ...(images.length > 0 ? { images } : {}) }
  return writeGlb({ ...json, ...lists }, parts)
}

/** Moves a buffer view, and the offsets of its compressed bytes, into the single buffer. */
function withMergedBuffer({ extensions, ...view }: BufferView, starts: readonly number[]): object {
  const location = { buffer: 0, byteOffset: (starts[view.buffer] ?? 0) + (view.byteOffset ?? 0) }
  const compressed = extensions?.[meshopt]
  if (!compressed) return { ...view, ...location, ...(extensions ? { extensions } : {}) }
  return { ...view, ...location, extensions: { ...extensions, [meshopt]: withMergedBuffer(compressed, starts) } }
}

/** Returns the image type. glTF allows two; a PNG begins with 0x89. */
const detectImageType = (bytes: Uint8Array): string => (bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')
