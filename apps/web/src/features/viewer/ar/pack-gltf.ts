import { type BufferView, type GltfFile, type GltfJson, padded, writeGlb } from './gltf-file.js'
import { RemoteModelError } from './remote-model-error.js'

const meshopt = 'EXT_meshopt_compression'

/** Gives the bytes behind a URI of the document. */
export type FetchPart = (uri: string) => Promise<Uint8Array>

/** Needs of a model that the view has no decoder for. */
const unreadable = ['KHR_texture_basisu', 'KHR_meshopt_compression']

/** `RemoteModelError` when the model needs what the view cannot decode. */
export function checkExtensions({ extensionsRequired = [] }: GltfJson): void {
  const missing = extensionsRequired.find((name) => unreadable.includes(name))
  if (missing !== undefined) throw new RemoteModelError('extension', missing)
}

/** Whether a document is spread over several files. */
export const isSpread = ({ buffers = [], images = [] }: GltfJson): boolean =>
  [...buffers, ...images].some(({ uri }) => uri !== undefined)

/** One GLB of a document whose buffers and pictures lie in files of their own. */
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

/** A view, and what it says of its compressed bytes, in the one buffer. */
function withMergedBuffer({ extensions, ...view }: BufferView, starts: readonly number[]): object {
  const location = { buffer: 0, byteOffset: (starts[view.buffer] ?? 0) + (view.byteOffset ?? 0) }
  const compressed = extensions?.[meshopt]
  if (!compressed) return { ...view, ...location, ...(extensions ? { extensions } : {}) }
  return { ...view, ...location, extensions: { ...extensions, [meshopt]: withMergedBuffer(compressed, starts) } }
}

/** glTF knows two kinds of pictures; a PNG begins with 0x89. */
const detectImageType = (bytes: Uint8Array): string => (bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')
