/** Red, green, blue, 0 to 255, sRGB. */
export type Rgb = readonly [number, number, number]

/** Kinds of colour vision: normal, without the red cones, without the green ones. */
export type ColorVision = 'normal' | 'protanopia' | 'deuteranopia'
/** All kinds of colour vision. */
export const colorVisions: readonly ColorVision[] = ['normal', 'protanopia', 'deuteranopia']

type Linear = readonly [number, number, number]
type Rows = readonly [Linear, Linear, Linear]

/**
 * For linear colours, complete dichromacy: G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based Model"
 * (2009).
 */
const simulations: Readonly<Record<Exclude<ColorVision, 'normal'>, Rows>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}

const toRgb = (values: readonly number[]): [number, number, number] => [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0]

/** Parses `#rrggbb`. */
export const parseHex = (hex: string): Rgb => toRgb([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))

/** Converts 0xrrggbb to RGB. */
export const parseNumber = (color: number): Rgb => [(color >> 16) & 255, (color >> 8) & 255, color & 255]

function toLinear(color: Rgb): Linear {
  const channel = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return toRgb(color.map((value) => channel(value / 255)))
}

function simulate(color: Linear, vision: ColorVision): Linear {
  if (vision === 'normal') return color
  const sum = (row: Linear): number => row[0] * color[0] + row[1] * color[1] + row[2] * color[2]
  return toRgb(simulations[vision].map((row) => Math.min(1, Math.max(0, sum(row)))))
}

/** Converts to CIE L*a*b* under D65. */
function toLab([red, green, blue]: Linear): Linear {
  const curve = (share: number): number => (share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116)
  const x = curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
  const y = curve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
  const z = curve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** Computes the WCAG 2 contrast of two colours, 1 to 21. */
export function computeContrast(first: Rgb, second: Rgb): number {
  const luminances = [first, second].map((color) => {
    const [red, green, blue] = toLinear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

/**
 * Computes the CIEDE2000 difference of two colours under a colour vision; 1 is just noticeable, 100 is black beside
 * white.
 */
export function computeColorDifference(first: Rgb, second: Rgb, vision: ColorVision = 'normal'): number {
  const [one, other] = [first, second].map((color) => toLab(simulate(toLinear(color), vision)))
  return one && other ? computeLabDifference(one, other) : 0
}

const degrees = 180 / Math.PI
const cosine = (angle: number): number => Math.cos(angle / degrees)

/**
 * Computes the difference of two L*a*b* colours by G. Sharma, W. Wu, E. Dalal, "The CIEDE2000 Color-Difference Formula"
 * (2005), with its names: lightness, chroma and hue differences, each weighted, and a rotation term for blues.
 */
export function computeLabDifference(first: Linear, second: Linear): number {
  const meanC = (Math.hypot(first[1], first[2]) + Math.hypot(second[1], second[2])) / 2
  const stretch = 1.5 - 0.5 * Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7))
  const [c1, c2] = [Math.hypot(first[1] * stretch, first[2]), Math.hypot(second[1] * stretch, second[2])]
  const [h1, h2] = [toHue(first, stretch), toHue(second, stretch)]
  const isGrey = c1 * c2 === 0
  const hueDifference = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180
  const [l, c] = [(first[0] + second[0]) / 2, (c1 + c2) / 2]
  const h = isGrey ? h1 + h2 : (h1 + hueDifference / 2 + 360) % 360
  const weight = 1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.2 * cosine(4 * h - 63)
  const lightness = (second[0] - first[0]) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const hue = (2 * Math.sqrt(c1 * c2) * Math.sin(hueDifference / 2 / degrees)) / (1 + 0.015 * c * weight)
  const blues =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin((60 * Math.exp(-(((h - 275) / 25) ** 2))) / degrees)
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hue ** 2 + blues * chroma * hue)
}

const toHue = ([, a, b]: Linear, stretch: number): number => (Math.atan2(b, a * stretch) * degrees + 360) % 360
