import type { FormatCard } from '@kamar/scene'
import { textOfHead } from '../shared/head.js'

/** Facts about Wavefront OBJ; see the room's README. */
export const card: FormatCard = {
  id: 'obj',
  name: 'Wavefront OBJ',
  extensions: ['.obj'],
  optionalExtensions: [],
  dimensions: '3d',
  companions: ['.mtl', '.png', '.jpg', '.jpeg'],
  versions: ['polygonal geometry of version 3.0, UTF-8 and UTF-16', 'vertex colours', 'material libraries (.mtl)'],
  notRead: [
    'Free-form curves and surfaces are counted, not drawn.',
    'Points are counted, not drawn.',
    'A texture is shown as its average colour (PNG and JPEG).',
    'The file states neither its unit nor which way is up: both are assumed, and the report says so.',
  ],
  recognise,
}

/** Statements with the number of numbers that must follow at least; names and other words take any text. */
const statements: Readonly<Record<string, RegExp>> = {
  v: /^(\s+[-+.\d][-+.\deE]*){3,8}$/,
  vn: /^(\s+[-+.\dna][-+.\deEnaifNAIF()]*){3}$/,
  vt: /^(\s+[-+.\dna][-+.\deEnaifNAIF()]*){1,4}$/,
  f: /^(\s+-?\d+(\/-?\d*){0,2}){2,}\s*\\?$/,
  l: /^(\s+-?\d+(\/-?\d*)?){1,}\s*\\?$/,
  p: /^(\s+-?\d+)+\s*\\?$/,
  s: /^\s+(\d+|off|on)$/i,
  o: /^(\s.*)?$/,
  g: /^(\s.*)?$/,
  usemtl: /^(\s.*)?$/,
  mtllib: /^\s+.*$/,
  vp: /^(\s+[-+.\deE]+){1,3}$/,
  cstype: /^\s+\w+/,
  deg: /^\s+\d+/,
}

/** Only these make a file an OBJ; the rest of the table occurs in other texts too. */
const geometry = new Set(['v', 'f', 'l', 'mtllib'])

function recognise(head: Uint8Array, size: number): 'yes' | 'maybe' | 'no' {
  const text = textOfHead(head)
  if (text === null || text.trim() === '') return 'no'
  const lines = text.split(/\r\n|\n|\r/)
  // The last line is cut where the head ends.
  if (head.length < size) lines.pop()
  return judge(lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')))
}

function judge(lines: readonly string[]): 'yes' | 'maybe' | 'no' {
  if (lines.length === 0) return 'maybe'
  const words = lines.map((line) => /^(\S+)(.*)$/.exec(line))
  const known = words.filter((match) => match && statements[match[1] ?? '']?.test(match[2] ?? ''))
  const geometric = known.filter((match) => match && geometry.has(match[1] ?? ''))
  if (known.length < lines.length * 0.8) return 'no'
  return geometric.length > 0 ? 'yes' : 'maybe'
}
