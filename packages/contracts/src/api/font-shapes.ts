import { z } from 'zod'

/** A font of an account, for its drawings. */
export const DrawingFont = z.object({
  id: z.string(),
  /** Of the file; drawings ask for it by this name, with or without extension. */
  name: z.string(),
  /** Other names under which drawings find it. */
  alsoKnownAs: z.array(z.string()),
  /** `asian`: letters of two bytes beside those of another font; `symbols`: shapes of line types and the like. */
  kind: z.enum(['outline', 'stroke', 'asian', 'symbols']),
  /** Letters or symbols in it. */
  letters: z.number().int().nonnegative(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  uploadedAt: z.iso.datetime(),
})
export type DrawingFont = z.infer<typeof DrawingFont>

/** The fonts of an account. */
export const FontList = z.object({
  /** By name. */
  fonts: z.array(DrawingFont),
  /** Drawings of the account that were shown without a font which is here by now. */
  waitingDrawings: z.number().int().nonnegative(),
})
export type FontList = z.infer<typeof FontList>
