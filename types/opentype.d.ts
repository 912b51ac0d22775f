// Used part of opentype.js; its published types depend on those of the browser.
declare module 'opentype.js' {
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
    | {
        readonly type: 'C'
        readonly x1: number
        readonly y1: number
        readonly x2: number
        readonly y2: number
        readonly x: number
        readonly y: number
      }
    | { readonly type: 'Z' }

  export interface Glyph {
    readonly index: number
    readonly advanceWidth?: number
    readonly path: { readonly commands: readonly PathCommand[] }
  }

  export interface Font {
    readonly unitsPerEm: number
    readonly tables: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
    readonly glyphs: { readonly length: number; get(index: number): Glyph }
    charToGlyph(character: string): Glyph
  }

  /** The package is CommonJS: all exports are on its default. */
  const opentype: { parse(bytes: ArrayBuffer, options?: { readonly lowMemory?: boolean }): Font }
  export default opentype
}
