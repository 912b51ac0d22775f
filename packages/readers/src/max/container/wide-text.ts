const utf16 = new TextDecoder('utf-16le')

/** Text of two bytes a character, up to its first zero. */
export const wideText = (bytes: Uint8Array): string => utf16.decode(bytes).replace(/\0.*$/s, '')
