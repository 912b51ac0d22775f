import { decodePropertyBlock, decodePropertyIndex } from '@kamar/view-package/read'

/** Code that nobody needs before the first element is asked about. */
export const propertyDecoders = { index: decodePropertyIndex, block: decodePropertyBlock } as const
