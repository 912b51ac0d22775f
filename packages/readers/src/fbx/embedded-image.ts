import type { FbxValue } from './fbx-node.js'

/** The bytes of a picture: as they are in binary files; in ASCII ones as texts of base64, one or many. */
export function decodeEmbeddedImage(content: readonly FbxValue[]): Uint8Array {
  const [first] = content
  if (first instanceof Uint8Array) return first
  const texts = content.filter((value) => typeof value === 'string')
  return Uint8Array.from(Buffer.concat(texts.map((text) => Buffer.from(text, 'base64'))))
}
