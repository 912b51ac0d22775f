const multiByte: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  866: 'ibm866',
  874: 'windows-874',
  65001: 'utf-8',
}

/** Returns the decoder of a code page; null for unknown pages. */
export function findDecoder(page: number): ((bytes: Uint8Array) => string) | null {
  const label = multiByte[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : null)
  if (label === null) return null
  const decoder = new TextDecoder(label)
  return (bytes) => decoder.decode(bytes)
}
