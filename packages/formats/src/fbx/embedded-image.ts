import type { FbxValue } from './fbx-node.js'

/** Decodes the bytes of an image: raw in binary files, one or more base64 texts in ASCII files. */
export function decodeEmbeddedImage(content: readonly FbxValue[]): Uint8Array {
  const [first] = content
  if (first instanceof Uint8Array) return first
  const texts = content.filter((value) => typeof value === 'string')
  return Uint8Array.from(Buffer.concat(texts.map((text) => Buffer.from(text, 'base64'))))
}
