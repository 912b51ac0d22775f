/** An 80-byte header and a 32-bit count. */
export const binaryHeaderBytes = 84
/** Twelve floats (normal, three vertices) and a 16-bit attribute. */
export const binaryRecordBytes = 50
