const utf16 = new TextDecoder('utf-16le')

/** Decodes UTF-16 text up to its first zero. */
export const wideText = (bytes: Uint8Array): string => utf16.decode(bytes).replace(/\0.*$/s, '')
