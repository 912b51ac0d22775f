import { decodePropertyBlock, decodePropertyIndex } from '@kamar/package-format/read'

/** Lazy-loaded decoders, needed from the first property request. */
export const propertyDecoders = { index: decodePropertyIndex, block: decodePropertyBlock } as const
