/** Levels of the colour cube: 0 to 255 in steps of 51. */
const levels = [0, 51, 102, 153, 204, 255]

const first = [
  [0, 0, 0],
  [128, 0, 0],
  [0, 128, 0],
  [128, 128, 0],
  [0, 0, 128],
  [128, 0, 128],
  [0, 128, 128],
  [192, 192, 192],
  [192, 220, 192],
  [166, 202, 240],
]

const greys = [0, 13, 26, 40, 53, 67, 80, 93, 107, 120, 134, 147, 161, 174, 187, 201, 214, 228, 241, 255]

const last = [
  [255, 251, 240],
  [160, 160, 164],
  [128, 128, 128],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [0, 0, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
]

/** Returns the default colour map for streams without their own: r g b a each, 256 of them. */
export function defaultColorMap(): Uint8Array {
  const cube = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => [red, green, blue])))
  const all = [...first, ...cube, ...greys.map((grey) => [grey, grey, grey]), ...last]
  return Uint8Array.from(all.flatMap((color) => [...color, 255]))
}
