/** An 80-byte header and a 32-bit count. */
export const binaryHeaderBytes = 84
/** Twelve floats (normal, three corners) and a 16-bit attribute. */
export const binaryRecordBytes = 50
