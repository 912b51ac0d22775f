import { RemoteModelError } from './remote-model-error.js'

/** Parts of glTF 2.0 that locate bytes; everything else passes through unchanged. */
export interface GltfJson {
  readonly asset?: { readonly version?: string }
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[]
  readonly bufferViews?: readonly BufferView[]
  readonly images?: readonly { readonly uri?: string; readonly bufferView?: number; readonly mimeType?: string }[]
  readonly extensionsRequired?: readonly string[]
}

/** Range of a buffer; when compressed, an extension locates the actual bytes. */
export interface BufferView {
  readonly buffer: number
  readonly byteOffset?: number
  readonly byteLength: number
  readonly extensions?: { readonly EXT_meshopt_compression?: BufferView }
}

export interface GltfFile {
  readonly json: GltfJson
  /** The binary chunk of a GLB. */
  readonly binary: Uint8Array | null
}

/** "glTF", "JSON" and "BIN\0" as little-endian numbers (glTF 2.0, section 4.4). */
const magic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
const headerBytes = 12
const chunkHeaderBytes = 8

/** Reads a .glb or .gltf by its content; throws `RemoteModelError` when it is neither. */
export function readGltf(bytes: Uint8Array): GltfFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file =
    bytes.length >= headerBytes && view.getUint32(0, true) === magic ? readGlb(bytes, view) : plainGltf(bytes)
  if (!file.json.asset?.version?.startsWith('2')) throw new RemoteModelError('format')
  return file
}

const plainGltf = (bytes: Uint8Array): GltfFile => ({ json: readJson(bytes), binary: null })

function readGlb(bytes: Uint8Array, view: DataView): GltfFile {
  let json: GltfJson | null = null
  let binary: Uint8Array | null = null
  for (let at = headerBytes; at + chunkHeaderBytes <= bytes.length;) {
    const end = at + chunkHeaderBytes + view.getUint32(at, true)
    if (end > bytes.length) throw new RemoteModelError('format')
    const content = bytes.subarray(at + chunkHeaderBytes, end)
    const type = view.getUint32(at + 4, true)
    if (type === jsonChunk) json = readJson(content)
    if (type === binaryChunk) binary = content
    at = end
  }
  if (json === null) throw new RemoteModelError('format')
  return { json, binary }
}

function readJson(bytes: Uint8Array): GltfJson {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof json === 'object' && json !== null) return json
  } catch {
    // Invalid JSON is invalid glTF; the error is thrown below.
  }
  throw new RemoteModelError('format')
}

/** Writes a GLB of a document and its one buffer. */
export function writeGlb(json: object, binary: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const jsonLength = padded(text.length)
  const binaryLength = binary.reduce((sum, part) => sum + padded(part.length), 0)
  const out = new Uint8Array(headerBytes + 2 * chunkHeaderBytes + jsonLength + binaryLength)
  const view = new DataView(out.buffer)
  const binaryStart = headerBytes + chunkHeaderBytes + jsonLength
  out.fill(0x20, headerBytes + chunkHeaderBytes, binaryStart)
  const header = [magic, 2, out.length, jsonLength, jsonChunk]
  header.forEach((number, index) => view.setUint32(index * 4, number, true))
  out.set(text, headerBytes + chunkHeaderBytes)
  view.setUint32(binaryStart, binaryLength, true)
  view.setUint32(binaryStart + 4, binaryChunk, true)
  let at = binaryStart + chunkHeaderBytes
  for (const part of binary) {
    out.set(part, at)
    at += padded(part.length)
  }
  return out
}

/** Rounds up to a multiple of four bytes, at which every part starts. */
export const padded = (length: number): number => Math.ceil(length / 4) * 4
