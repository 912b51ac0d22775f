import type { HsfStream } from './hsf-stream.js'
import type { HsfColor, HsfSegment } from './model.js'
import type { HsfReader } from './hsf-reader.js'

/** Bits for the geometry types that a record applies to. */
export const geometryBits = { faces: 0x01, edges: 0x02, lines: 0x04, markers: 0x08 } as const

const channel = {
  diffuse: 1,
  specular: 2,
  mirror: 4,
  transmission: 8,
  emission: 16,
  gloss: 32,
  index: 64,
  extended: 128,
}
const furtherChannel = { environment: 0x100, bump: 0x200 }
/** Face sides that a colour can be limited to. */
const side = { front: 0x1000, back: 0x2000 }

/** Reads one to three bytes: another one follows where the highest bit is set. */
export function readGeometry(stream: HsfStream): number {
  let bits = stream.u8()
  if ((bits & 0x80) !== 0) bits |= stream.u8() << 8
  if ((bits & 0x8000) !== 0) bits |= stream.u8() << 16
  return bits
}

type Channel = readonly [number, number, number] | string

/** Reads a colour of three bytes, or the name of a colour or texture. */
function readChannel(stream: HsfStream): Channel {
  const length = stream.u8()
  if (length > 0) return stream.text(length)
  const [red, green, blue] = stream.take(3)
  return [red / 255, green / 255, blue / 255]
}

/** Reads a colour with all its channels. */
export function readColor({ stream, segment }: HsfReader): void {
  const geometry = readGeometry(stream)
  let channels = stream.u8()
  if ((channels & channel.extended) !== 0) channels |= stream.u8() << 8
  const has = (bit: number): boolean => (channels & bit) !== 0
  const diffuse = has(channel.diffuse) ? readChannel(stream) : null
  if (has(channel.specular)) readChannel(stream)
  if (has(channel.mirror)) readChannel(stream)
  const transmission = has(channel.transmission) ? readChannel(stream) : null
  if (has(channel.emission)) readChannel(stream)
  if (has(channel.gloss)) stream.f32()
  if (has(channel.index)) stream.f32()
  if (has(furtherChannel.environment)) readChannel(stream)
  if (has(furtherChannel.bump)) readChannel(stream)
  if (diffuse !== null || transmission !== null) setColor(segment, geometry, { diffuse, transmission })
}

/** Reads a colour of three bytes. */
export function readRgb({ stream, segment }: HsfReader): void {
  const geometry = readGeometry(stream)
  const [red, green, blue] = stream.take(3)
  setColor(segment, geometry, { diffuse: [red / 255, green / 255, blue / 255], transmission: null })
}

/** Reads a colour of the map. */
export function readIndexColor({ stream, segment, colorMap }: HsfReader, width: 'u8' | 'u16' | 'f32'): void {
  const geometry = readGeometry(stream)
  const at = 3 * Math.round(stream[width]())
  if (!(at >= 0) || at + 3 > colorMap.length) return
  const [red, green, blue] = colorMap.subarray(at, at + 3)
  setColor(segment, geometry, { diffuse: [red / 255, green / 255, blue / 255], transmission: null })
}

interface Channels {
  readonly diffuse: Channel | null
  readonly transmission: Channel | null
}

function setColor({ attributes }: HsfSegment, geometry: number, channels: Channels): void {
  if ((geometry & side.back) !== 0 && (geometry & side.front) === 0) return
  if ((geometry & geometryBits.faces) !== 0) attributes.faces = changed(attributes.faces, channels)
  if ((geometry & geometryBits.lines) !== 0) attributes.lines = changed(attributes.lines, channels)
}

function changed(before: HsfColor | undefined, { diffuse, transmission }: Channels): HsfColor {
  const see = typeof transmission === 'string' || transmission === null ? null : Math.max(...transmission)
  const base = before ?? { color: [1, 1, 1], transmission: 0, texture: '' }
  const own = typeof diffuse === 'string' ? describedColor(diffuse) : diffuse && { color: diffuse, texture: '' }
  return {
    color: own?.color ?? base.color,
    transmission: see ?? base.transmission,
    texture: own?.texture ?? base.texture,
  }
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value))

const share = /\b([rgb])=([\d.eE+-]+)/g

/** Parses `r=0.8 g=0.8 b=0.9 "texture"`, a colour name, or a texture name alone. */
function describedColor(text: string): { color: readonly [number, number, number] | null; texture: string } {
  const shares = new Map(Array.from(text.matchAll(share), ([, name, value]) => [name, Number(value)]))
  const [red = NaN, green = NaN, blue = NaN] = ['r', 'g', 'b'].map((name) => shares.get(name))
  const texture = /"([^"]*)"/.exec(text)?.[1] ?? ''
  if (Number.isFinite(red + green + blue)) return { color: [clamped(red), clamped(green), clamped(blue)], texture }
  const color = namedColor(text)
  return { color: color, texture: color ? '' : texture || text }
}

const names: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['black', [0, 0, 0]],
  ['white', [1, 1, 1]],
  ['red', [1, 0, 0]],
  ['green', [0, 1, 0]],
  ['blue', [0, 0, 1]],
  ['yellow', [1, 1, 0]],
  ['cyan', [0, 1, 1]],
  ['magenta', [1, 0, 1]],
  ['gray', [0.5, 0.5, 0.5]],
  ['grey', [0.5, 0.5, 0.5]],
])

/** Returns a colour by its English name; a name with a modifier (`light blue`) by its last word. */
const namedColor = (name: string): readonly [number, number, number] | null =>
  names.get(name.toLowerCase()) ?? names.get(name.toLowerCase().split(' ').at(-1) ?? '') ?? null
