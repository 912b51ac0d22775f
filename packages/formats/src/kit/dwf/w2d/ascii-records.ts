import { asciiImage } from './images.js'
import type { W2dMachine } from './machine.js'
import { patternOfName } from './patterns.js'
import { widthOfBounds } from './single-bytes.js'
import type { W2dFont, W2dViewport } from './state.js'
import { findNested, parseNumbers, listTokens, type AsciiNode } from './stream.js'
import { findDecoder } from './code-pages.js'
import { parseUnits } from './units.js'

const closeParenthesis = 0x29

type ReadAscii = (machine: W2dMachine, node: AsciiNode) => void

/** Records without effect on the drawing. */
const silent = new Set(
  (
    'author background blockmeaning blockref comment comments copyright created creator description directory ' +
    'drawinginfo embed embed_file embedded_font encryption font_extension groupbegin groupend guid guidlist ' +
    'inkedarea keywords linesoverwrite modified namedview nonstdfontlist orientation penpat_options plotinfo ' +
    'plotoptimized projection psswd signdata sourcecreated sourcefilename sourcemodified time title trustedfontlist ' +
    'units userdata userfillpattern view w2d dwf attributeurl alignment adaptpatterns delineate boundscontrol contentgroup'
  ).split(' '),
)

/** Reads a record in parentheses, after the opening one. */
export function readAsciiRecord(machine: W2dMachine): void {
  const start = machine.stream.at
  const node = machine.stream.node()
  const name = node.name.toLowerCase()
  const read = Object.hasOwn(records, name) ? records[name] : undefined
  if (name === 'glyph' || name === 'macro') readGlyph(machine, node, start)
  else if (read) read(machine, node)
  else if (!silent.has(name)) machine.drawing.tools.skipped.add(`(${node.name.slice(0, 40)})`, 'not-read')
}

const records: Readonly<Record<string, ReadAscii | undefined>> = {
  endofdwf: (machine) => void (machine.isEnded = true),
  endofw2d: (machine) => void (machine.isEnded = true),
  layer: (machine, node) => {
    const { state } = machine.drawing
    const [number, ...name] = listTokens(node)
    state.layer = Number(number) || 0
    if (name.length > 0) state.layerNames.set(state.layer, name.join(' '))
  },
  node: (machine, node) => {
    const { state } = machine.drawing
    const [number, ...name] = listTokens(node)
    state.node = Number(number) || 0
    if (name.length > 0) state.nodeNames.set(state.node, name.join(' '))
  },
  color: ({ drawing: { state } }, node) => {
    const numbers = parseNumbers(listTokens(node))
    const [red, green, blue, alpha = 255] = numbers.map((value) => Math.min(255, Math.max(0, Math.trunc(value))))
    if (numbers.length === 1) state.pickColor(numbers[0])
    else if (numbers.length >= 3) Object.assign(state, { color: (red << 16) | (green << 8) | blue, alpha })
  },
  colormap: ({ drawing: { state } }, node) => {
    const [, ...values] = parseNumbers(listTokens(node))
    if (values.length >= 4) state.colorMap = Uint8Array.from(Uint8ClampedArray.from(values.slice(0, 1024)))
  },
  lineweight: ({ drawing: { state } }, node) => void (state.lineWeight = Math.max(0, Number(listTokens(node)[0]) || 0)),
  linepattern: ({ drawing: { state } }, node) => {
    const name = listTokens(node)[0] ?? ''
    state.isPatternInPixels = false
    state.pattern = patternOfName(name) ?? []
  },
  dashpattern: ({ drawing: { state } }, node) => {
    const [number, ...dashes] = parseNumbers(listTokens(node))
    const isUsable = dashes.length > 0 && dashes.every((length) => length >= 0)
    if (isUsable) state.dashPatterns.set(number, dashes)
    state.usePattern(number)
  },
  linestyle: ({ drawing: { state } }, node) => {
    const scale = findNested(node, 'LinePatternScale')
    if (scale) state.patternScale = Number(listTokens(scale)[0]) || 0
  },
  fillpattern: ({ drawing: { state, tools } }, node) => {
    const id = listTokens(node)[0] ?? '1'
    const number = Number(id)
    state.fillPattern = number
    if (!(number === 1 || /^(solid|illegal)$/i.test(id))) tools.skipped.add('fill pattern', 'not-drawn')
  },
  penpattern: ({ drawing: { tools } }) => tools.skipped.add('pen pattern', 'not-drawn'),
  font: ({ drawing: { state } }, node) => void (state.font = { ...state.font, ...parseFont(node) }),
  fontextension: ({ drawing: { state } }, node) => {
    const [short, full] = listTokens(node)
    if (short && full) state.fullFontNames.set(short, full)
  },
  text: readText,
  circle: ({ drawing }, node) => {
    const [x, y, radius, start = 0, end = 0] = parseNumbers(listTokens(node))
    drawing.ellipse({ x, y, width: radius, height: radius, start, end, tilt: 0 })
  },
  ellipse: ({ drawing }, node) => {
    const [x, y, width, height, start = 0, end = 0, tilt = 0] = parseNumbers(listTokens(node))
    drawing.ellipse({ x, y, width, height, start, end, tilt })
  },
  contour: ({ drawing }, node) => drawing.area(parseContours(node)),
  bezier: ({ drawing }, node) => {
    const [count, ...points] = parseNumbers(listTokens(node))
    if (count >= 1 && points.length >= 2 + 6 * count) drawing.curves(points.slice(0, 2 + 6 * count))
    else drawing.tools.skipped.add('(Bezier)', 'damaged')
  },
  gouraud: ({ drawing }, node) => {
    const { points, colors } = parseShadedVertices(node)
    drawing.shadedStrip(points, colors)
  },
  gourline: ({ drawing }, node) => {
    const { points, colors } = parseShadedVertices(node)
    drawing.shadedLine(points, colors)
  },
  texture: ({ drawing }) => drawing.tools.skipped.add('textured triangles', 'not-drawn'),
  image: (machine, node) => asciiImage(machine, node),
  group4pngimage: (machine, node) => asciiImage(machine, node),
  viewport: readViewport,
  url: readLink,
  codepage: (machine, node) => {
    machine.decode = findDecoder(Number(listTokens(node)[0])) ?? machine.decode
  },
}

function parseFont(node: AsciiNode): Partial<W2dFont> {
  const font: Record<string, unknown> = {}
  const readNumber = (name: string): number | undefined => {
    const nested = findNested(node, name)
    return nested && Number(listTokens(nested)[0])
  }
  const name = findNested(node, 'Name')
  const style = findNested(node, 'Style')
  if (name) font['name'] = listTokens(name).join(' ')
  if (style) {
    const tokens = listTokens(style).join(' ').toLowerCase()
    Object.assign(font, { isBold: tokens.includes('bold'), isItalic: tokens.includes('italic') })
  }
  for (const [key, field, defaultValue] of fontNumbers) {
    const value = readNumber(field)
    if (value !== undefined && Number.isFinite(value)) font[key] = value || defaultValue
  }
  return font
}

const fontNumbers = [
  ['height', 'Height', 0],
  ['rotation', 'Rotation', 0],
  ['widthScale', 'Widthscale', 1024],
  ['spacing', 'Spacing', 1024],
  ['oblique', 'Oblique', 0],
] as const

function readText({ drawing }: W2dMachine, node: AsciiNode): void {
  const tokens = listTokens(node)
  const [x, y] = parseNumbers(tokens.slice(0, 1))
  const text = tokens[1]
  if (text === undefined) return
  const bounds = findNested(node, 'Bounds')
  const vertices = bounds ? parseNumbers(listTokens(bounds)) : []
  drawing.text({
    x,
    y,
    text,
    overscored: parsePositions(findNested(node, 'Overscore')),
    underscored: parsePositions(findNested(node, 'Underscore')),
    width: vertices.length >= 8 ? widthOfBounds(vertices) : null,
  })
}

/** Parses `(n p0 p1 …)`, with or without its own parentheses. */
function parsePositions(node: AsciiNode | undefined): number[] {
  const inner = node?.items.find((item): item is AsciiNode => typeof item !== 'string') ?? node
  if (!inner) return []
  const numbers = parseNumbers([...(inner === node ? [] : [inner.name]), ...listTokens(inner)])
  return numbers.slice(1)
}

/** Parses the number of outlines, the number of vertices of each, then the vertices. */
function parseContours(node: AsciiNode): Float64Array[] {
  const [count = 0, ...rest] = parseNumbers(listTokens(node))
  if (!(count > 0) || count > rest.length) return []
  const vertices = rest.slice(0, count)
  let from = count
  return vertices.map((length) => {
    const ring = Float64Array.from(rest.slice(from, from + 2 * length))
    from += 2 * length
    // Drops an incomplete last vertex.
    return ring.length % 2 === 0 ? ring : ring.subarray(0, -1)
  })
}

/** Parses a count, then x, y and four channels for each vertex. */
function parseShadedVertices(node: AsciiNode): { points: number[]; colors: number[] } {
  const [, ...numbers] = parseNumbers(listTokens(node))
  const points: number[] = []
  const colors: number[] = []
  for (let at = 0; at + 5 < numbers.length; at += 6) {
    points.push(numbers[at], numbers[at + 1])
    colors.push((numbers[at + 2] << 16) | (numbers[at + 3] << 8) | numbers[at + 4])
  }
  return { points, colors }
}

function readViewport({ drawing }: W2dMachine, node: AsciiNode): void {
  const { state } = drawing
  const name = listTokens(node)[0]
  const outline = findNested(node, 'Contour')
  let viewport: W2dViewport | null = null
  if (outline) {
    const units = findNested(node, 'Units')
    viewport = { name: name ?? '', rings: parseContours(outline), units: units ? parseUnits(units) : null }
    if (viewport.rings.length > 1) drawing.tools.skipped.add('outline of a viewport', 'not-drawn')
    if (name) state.viewports.set(name, viewport)
  } else if (name !== undefined) viewport = state.viewports.get(name) ?? null
  state.viewport = viewport
  drawing.enter(viewport)
}

function readLink({ drawing: { state } }: W2dMachine, node: AsciiNode): void {
  const addresses: string[] = []
  for (const item of node.items) {
    if (typeof item === 'string') {
      const address = state.urlNumbers.get(Number(item))
      if (address !== undefined) addresses.push(address)
      else if (/\D/.test(item)) addresses.push(item)
    } else {
      const [address, name] = listTokens(item)
      if (!address) continue
      state.urls.set(address, name ?? '')
      state.urlNumbers.set(/^\d+$/.test(item.name) ? Number(item.name) : state.urlNumbers.size, address)
      addresses.push(address)
    }
  }
  state.url = addresses[0] ?? ''
}

/** Reads `(Glyph index x,y unit (…))`: the content of the inner parentheses is drawn at each marker. */
function readGlyph({ stream, drawing: { state } }: W2dMachine, node: AsciiNode, start: number): void {
  const [index, ...numbers] = parseNumbers(listTokens(node))
  const [x, y, unit] = numbers.length >= 3 ? numbers : [0, 0, numbers[0]]
  const text = String.fromCharCode(...stream.bytes.subarray(start, Math.min(stream.at, start + 200)))
  const inner = text.indexOf('(')
  if (inner < 0 || ![index, x, y, unit].every((value) => Number.isFinite(value))) return
  const end = stream.bytes.lastIndexOf(closeParenthesis, stream.at - 2)
  const bytes = stream.bytes.slice(start + inner + 1, end)
  state.glyphs.set(index, { bytes, x, y, unit })
}
