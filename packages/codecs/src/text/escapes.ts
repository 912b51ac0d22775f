/** Code pages of `\M+nXXXX` by n, as `TextDecoder` names them. */
const pages: Readonly<Record<string, string>> = { 1: 'shift_jis', 2: 'big5', 3: 'euc-kr', 4: 'euc-kr', 5: 'gb18030' }

/** Resolves characters that drawings write as four-digit codes: `\U+0531`, and `\M+nXXXX` of Asian code pages. */
export function resolveEscapes(text: string): string {
  return text
    .replace(/\\U\+([0-9a-fA-F]{4})/g, (_, digits: string) => toCharacter(Number.parseInt(digits, 16)))
    .replace(
      /\\M\+([1-5])([0-9a-fA-F]{4})/g,
      (escape, page: string, digits: string) => decodeCharacter(page, digits) ?? escape,
    )
}

const toCharacter = (code: number): string => (code > 0 ? String.fromCharCode(code) : '')

function decodeCharacter(page: string, digits: string): string | null {
  const code = Number.parseInt(digits, 16)
  const text = getDecoder(page).decode(Uint8Array.of(code >> 8, code & 0xff))
  return text.includes('\ufffd') ? null : text
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

function getDecoder(page: string): InstanceType<typeof TextDecoder> {
  let decoder = decoders.get(page)
  if (!decoder) {
    decoder = new TextDecoder(pages[page])
    decoders.set(page, decoder)
  }
  return decoder
}
