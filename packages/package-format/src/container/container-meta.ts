import { alignToEight, containerMagic, malformed } from './container-layout.js'

/**
 * Returns the container with changed metadata entries; sections are copied as they are. Throws `RangeError` if the
 * bytes are not a container.
 */
export function withMeta(bytes: Uint8Array, changes: Readonly<Record<string, unknown>>): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== containerMagic) throw malformed('not a container')
  const length = view.getUint32(4, true)
  if (8 + length > bytes.byteLength) throw malformed('header runs past the end')
  const header = readHeader(bytes.subarray(8, 8 + length))
  const changed = new TextEncoder().encode(JSON.stringify({ ...header, meta: { ...header.meta, ...changes } }))
  const body = bytes.subarray(Math.min(bytes.byteLength, alignToEight(8 + length)))
  const start = alignToEight(8 + changed.byteLength)
  const out = new Uint8Array(start + body.byteLength)
  const outView = new DataView(out.buffer)
  outView.setUint32(0, containerMagic, true)
  outView.setUint32(4, changed.byteLength, true)
  out.set(changed, 8)
  out.set(body, start)
  return out
}

function readHeader(bytes: Uint8Array): { readonly meta: Readonly<Record<string, unknown>> } {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as { meta: Record<string, unknown> }
  } catch (cause) {
    throw malformed('header is no JSON', cause)
  }
}
