// Types of `hershey`, which has none of its own, as far as the stroke glyphs use it.
declare module 'hershey' {
  /** Returns the strokes of a text, y up, in the units of the Hershey fonts: capitals from -9 to 12. */
  const hershey: {
    stringToPaths(text: string): {
      readonly bounds: { readonly minX: number; readonly maxX: number; readonly minY: number }
      readonly paths: readonly (readonly (readonly [number, number])[])[]
    }
  }
  export default hershey
}
