import { attribute, findChild, findChildren, numbersIn, type XmlElement } from '@kamar/codecs/xml'
import type { SheetMatrix } from '@kamar/core'
import { screenChannel } from '@kamar/core/math'
import { parseTransform } from './geometry.js'
import type { Gradient, GradientStop } from './gradients.js'

/** A colour with its opacity. */
export interface XpsColor {
  /** 0xRRGGBB. */
  readonly color: number
  readonly opacity: number
}

/** Paint of areas and lines. */
export type XpsBrush =
  | ({ readonly kind: 'solid' } & XpsColor)
  | { readonly kind: 'gradient'; readonly gradient: Gradient; readonly opacity: number }
  | {
      readonly kind: 'image'
      readonly source: string
      readonly viewport: readonly number[]
      readonly viewbox: readonly number[]
      readonly tileMode: string
      readonly matrix: SheetMatrix
      readonly opacity: number
    }
  | { readonly kind: 'unknown'; readonly name: string }

/** Parses the opacity attribute; opaque when it is not a number. */
export function parseOpacity(element: XmlElement): number {
  const text = attribute(element, 'Opacity')
  const opacity = text === '' ? 1 : Number(text)
  return Number.isFinite(opacity) ? Math.min(1, Math.max(0, opacity)) : 1
}

const clamp = (value: number): number => Math.min(255, Math.max(0, Math.round(value)))

/** Parses `#RRGGBB`, `#AARRGGBB`, `sc#a,r,g,b` or `ContextColor profile a, channels`; returns null for other text. */
export function parseColor(text: string): XpsColor | null {
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1]
  if (hex !== undefined) {
    const value = Number.parseInt(hex, 16)
    return { color: value & 0xffffff, opacity: hex.length === 8 ? Math.floor(value / 0x1000000) / 255 : 1 }
  }
  if (/^sc#/i.test(text)) {
    const numbers = numbersIn(text.slice(3))
    const [opacity, ...channels] = numbers.length === 4 ? numbers : [1, ...numbers]
    const isColor = channels.length === 3 && numbers.every((value) => Number.isFinite(value))
    return isColor ? { color: packed(channels.map(screenChannel)), opacity } : null
  }
  const context = /^ContextColor\s+\S+\s+(.*)$/i.exec(text)?.[1]
  const [opacity, ...channels] = numbersIn(context ?? '')
  if (channels.length === 3) return { color: packed(channels), opacity }
  if (channels.length !== 4) return null
  const [cyan, magenta, yellow, black] = channels
  return { color: packed([cyan, magenta, yellow].map((channel) => (1 - Math.min(1, channel)) * (1 - black))), opacity }
}

const packed = ([red, green, blue]: readonly number[]): number =>
  (clamp(red * 255) << 16) | (clamp(green * 255) << 8) | clamp(blue * 255)

/** Parses a brush from elements. */
export function parseBrush(element: XmlElement): XpsBrush {
  const opacity = parseOpacity(element)
  if (element.name === 'SolidColorBrush') {
    const color = parseColor(attribute(element, 'Color'))
    return color
      ? { kind: 'solid', color: color.color, opacity: color.opacity * opacity }
      : { kind: 'unknown', name: 'color' }
  }
  if (element.name === 'LinearGradientBrush' || element.name === 'RadialGradientBrush')
    return parseGradient(element, opacity)
  if (element.name === 'ImageBrush')
    return {
      kind: 'image',
      source: attribute(element, 'ImageSource'),
      viewport: numbersIn(attribute(element, 'Viewport')),
      viewbox: numbersIn(attribute(element, 'Viewbox')),
      tileMode: attribute(element, 'TileMode') || 'None',
      matrix: parseTransform(element, 'Transform'),
      opacity,
    }
  return { kind: 'unknown', name: element.name }
}

const spreads: Readonly<Record<string, Gradient['spread']>> = { Reflect: 'reflect', Repeat: 'repeat' }

function parseGradient(element: XmlElement, opacity: number): XpsBrush {
  const stops = findChildren(findChild(element, `${element.name}.GradientStops`), 'GradientStop')
    .flatMap((stop): GradientStop[] => {
      const [at, color] = [Number(attribute(stop, 'Offset')), parseColor(attribute(stop, 'Color'))]
      return color && Number.isFinite(at) ? [{ at, ...color }] : []
    })
    .sort((a, b) => a.at - b.at)
  const course = element.name === 'LinearGradientBrush' ? linearCourse(element) : radialCourse(element)
  if (!course || stops.length === 0) return { kind: 'unknown', name: element.name }
  const spread = spreads[attribute(element, 'SpreadMethod')] ?? 'pad'
  const isOfLight = attribute(element, 'ColorInterpolationMode') === 'ScRgbLinearInterpolation'
  return {
    kind: 'gradient',
    gradient: { course, stops, spread, isOfLight, matrix: parseTransform(element, 'Transform') },
    opacity,
  }
}

function linearCourse(element: XmlElement): Gradient['course'] | null {
  const [from, to] = [pointIn(element, 'StartPoint'), pointIn(element, 'EndPoint')]
  return from && to && { kind: 'linear', from, to }
}

function radialCourse(element: XmlElement): Gradient['course'] | null {
  const center = pointIn(element, 'Center')
  const radii = [Number(attribute(element, 'RadiusX')), Number(attribute(element, 'RadiusY'))] as const
  if (!center || !radii.every((value) => Number.isFinite(value))) return null
  return { kind: 'radial', center, origin: pointIn(element, 'GradientOrigin') ?? center, radii }
}

function pointIn(element: XmlElement, name: string): readonly [number, number] | null {
  const [x, y] = numbersIn(attribute(element, name))
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
}
