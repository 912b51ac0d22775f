import { z } from 'zod'

/** Font that an account has uploaded for its drawings. */
export const DrawingFont = z.object({
  id: z.string(),
  /** File name; drawings refer to the font by it, with or without extension. */
  name: z.string(),
  /** Other names by which drawings find the font. */
  alsoKnownAs: z.array(z.string()),
  /** `asian`: two-byte glyphs that supplement another font; `symbols`: shapes for line types and similar. */
  kind: z.enum(['outline', 'stroke', 'asian', 'symbols']),
  /** Number of glyphs or symbols. */
  letters: z.number().int().nonnegative(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  uploadedAt: z.iso.datetime(),
})
export type DrawingFont = z.infer<typeof DrawingFont>

/** Fonts of an account. */
export const FontList = z.object({
  /** Sorted by name. */
  fonts: z.array(DrawingFont),
  /** Number of the account's drawings that were translated without a font that is available now. */
  waitingDrawings: z.number().int().nonnegative(),
})
export type FontList = z.infer<typeof FontList>
