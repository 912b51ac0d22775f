export { AsciiScanner, wordKey } from './ascii-scanner.js'
export { resolveEscapes } from './escapes.js'
export { baseName, cleanName, decodeText, lastPathSegment } from './names.js'
export { textBlocks } from './text-blocks.js'
