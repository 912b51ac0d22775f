/**
 * Values that the WebAssembly module (`../../wasm`) and its caller exchange, as 64-bit floats from the start of its
 * memory. Compiled by both.
 */
export enum ScanField {
  /** Addresses, valid after `reserve`. */
  blockAddress,
  startsAddress,
  endsAddress,
  bodiesAddress,
  idsAddress,
  typesAddress,
  slotCodesAddress,
  slotHashesAddress,
  slotLengthsAddress,
  searchTextAddress,
  blockStartsAddress,
  blockIdsAddress,
  gapsAddress,
  headerLengthsAddress,
  startOffsetsAddress,
  idOffsetsAddress,
  typeNumbersAddress,
  /** Number of rows in the columns, before and after a scan. */
  rowCount,
  /** Number of the type in whose statements a text is searched for, -1 before it is in the table. */
  searchType,
  searchLength,
  /** 1 when the text was found. */
  hasSearchText,
  /** Bytes of a value in the columns of the last packed page. */
  startWidth,
  idWidth,
  typeWidth,
  /** Statement numbers of all packed pages: the last one, the largest one, and 1 if each is larger than the one before. */
  lastId,
  maxId,
  isAscending,
  count,
}

/** Rows per block: positions and numbers are stored relative to the smallest one of their block. */
export const blockRows = 64

/** In a column of single bytes: the value is this or larger, and is read from the file again. */
export const tooLarge = 255

/** Maximum length of a searched text. */
export const maxSearchBytes = 64

/** Zeros after the bytes of a block: the scan reads 16 bytes at once, and looks at one neighbour. */
export const blockPaddingBytes = 32

/** Slots of the table of type names, a power of two. */
export const typeSlots = 16384

/** Slots that are tried for a type name. */
export const maxTypeProbes = 64
