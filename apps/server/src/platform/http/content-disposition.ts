/**
 * Formats `Content-Disposition: attachment` with a file name in both forms of RFC 6266: plain ASCII for old clients and
 * `filename*` (RFC 8187) with the name itself. Names are untrusted: control characters and the marks that reverse the
 * text direction (`report\u202ecod.exe`) are removed, so that neither header nor save dialog can be deceived.
 */
export function attachmentHeader(fileName: string): string {
  const name = presentableName(fileName)
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`
}

function presentableName(fileName: string): string {
  const name = fileName
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\p{Cs}/\\]/gu, '_')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name
}

/** Encodes a name: `attr-char` of RFC 8187 is narrower than the set that `encodeURIComponent` leaves unescaped. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
