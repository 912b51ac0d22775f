import type { FormatDescriptor } from '@kamar/core'
import { decodeHeaderText } from '@kamar/codecs/detection'

/** Descriptor of the Wavefront OBJ format; see the README of this folder. */
export const descriptor: FormatDescriptor = {
  id: 'obj',
  name: 'Wavefront OBJ',
  order: 90,
  source: 'upload',
  extensions: ['.obj'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: ['.mtl', '.png', '.jpg', '.jpeg', '.tga', '.bmp'],
  versions: ['polygonal geometry of version 3.0, UTF-8 and UTF-16', 'vertex colours', 'material libraries (.mtl)'],
  notRead: [
    'Free-form curves and surfaces are counted, not drawn.',
    'Textures other than PNG, JPEG, TGA and BMP.',
    'The file states neither its unit nor which way is up: both are assumed, and the report says so.',
  ],
  detect,
}

const number = '[-+.\\d][-+.,\\deE]*'
/**
 * Pattern of numbers, including words that programs write for normals and texture coordinates that could not be
 * computed: nan, -nan(ind), 1.#QNAN.
 */
const loose = '[-+.\\dnNiI]\\S*'
const vertexReference = '-?\\d+(/-?\\d*){0,2}'
const pattern = (item: string, least: number, max: number | ''): RegExp =>
  new RegExp(`^(\\s+${item}){${least},${max}}$`)

/** Statements and their arguments. Only these identify an OBJ file: the other keywords occur in other texts too. */
const geometry = new Map([
  ['v', pattern(number, 3, 8)],
  ['f', pattern(vertexReference, 2, '')],
  ['l', pattern(vertexReference, 1, '')],
  ['mtllib', /^\s+\S/],
])
const others = new Map([
  ['vn', pattern(loose, 3, 3)],
  ['vt', pattern(loose, 1, 4)],
  ['vp', pattern(loose, 1, 3)],
  ['p', pattern(vertexReference, 1, '')],
  ['s', /^\s+(\d+|off|on)$/i],
  ...['o', 'g', 'usemtl', 'usemap', 'mg', 'call', 'csh'].map((word) => [word, /^(\s.*)?$/] as const),
  ...['cstype', 'deg', 'bmat', 'step', 'curv', 'curv2', 'surf', 'parm', 'trim', 'hole', 'end'].map(
    (word) => [word, /^(\s+\S+)*$/] as const,
  ),
])

/** Min ratio of visible lines that are statements of the format. */
const minKnownRatio = 0.8

function detect(header: Uint8Array, size: number): 'yes' | 'maybe' | 'no' {
  const text = decodeHeaderText(header)
  if (text === null || text.trim() === '') return 'no'
  const lines = text
    .replace(/#[^\r\n]*/g, '')
    .replace(/\\(\r\n|\n|\r)/g, ' ')
    .split(/\r\n|\n|\r/)
  // The end of the header bytes truncates the last line.
  if (header.length < size) lines.pop()
  return classify(lines.map((line) => line.trim()).filter((line) => line !== ''))
}

function classify(lines: readonly string[]): 'yes' | 'maybe' | 'no' {
  if (lines.length === 0) return 'maybe'
  const statements = lines.map((line) => /^(\S+)(.*)$/.exec(line) ?? [])
  const count = (keywords: ReadonlyMap<string, RegExp>): number =>
    statements.filter(([, word = '', rest = '']) => keywords.get(word)?.test(rest)).length
  const geometric = count(geometry)
  if (geometric + count(others) < lines.length * minKnownRatio) return 'no'
  return geometric > 0 ? 'yes' : 'maybe'
}
