import { encodeContainer } from '../container/container-encode.js'
import { shuffleFloats } from '../container/float-columns.js'
import { StringTableBuilder, stringTableSections } from '../container/string-table.js'
import { encodeDeltas, encodeVarints, zigzag } from '../container/varints.js'
import { encodePairs } from './sheet-columns.js'
import type { SheetTexts } from './sheet.js'

/** Encodes `texts.bin` (before brotli). */
export function encodeSheetTexts({ glyphs, texts, glyph, x, y }: SheetTexts): Uint8Array {
  const strings = new StringTableBuilder()
  // Columns, because arrays of the numbers of all texts of a large drawing take much more memory.
  const string = Uint32Array.from(texts, (text) => strings.indexOf(text.string))
  const runs = texts.flatMap((text) => text.runs)
  const meta = {
    glyphs: glyphs.length,
    texts: texts.length,
    runs: runs.length,
    placed: glyph.length,
    strings: strings.texts.length,
  }
  const sizes = new Float32Array(runs.length * 3)
  for (const [at, { height, width, slant }] of runs.entries()) sizes.set([height, width, slant], at * 3)
  const frames = new Float32Array(texts.length * 8)
  const origins = new Uint32Array(texts.length * 2)
  for (const [at, { xAxis, yAxis, box, origin }] of texts.entries()) {
    frames.set([...xAxis, ...yAxis, ...box], at * 8)
    origins.set([zigzag(origin[0]), zigzag(origin[1])], at * 2)
  }
  return encodeContainer(meta, [
    { name: 's.stroke', data: Uint8Array.from(glyphs, ({ stroke }) => (stroke ? 1 : 0)) },
    { name: 's.size', data: encodeVarints(glyphs.map(({ points }) => points.length / 2)) },
    { name: 's.indices', data: encodeVarints(glyphs.map(({ indices }) => indices.length)) },
    { name: 's.point', data: encodePairs(glyphs.flatMap(({ points }) => [...points])) },
    { name: 's.index', data: encodeDeltas(glyphs.flatMap(({ indices }) => [...indices])) },
    ...stringTableSections(
      's.character',
      glyphs.map(({ character }) => character),
    ),
    ...stringTableSections('string', strings.texts),
    { name: 't.string', data: encodeVarints(string) },
    { name: 't.entity', data: encodeDeltas(Uint32Array.from(texts, ({ entity }) => entity)) },
    { name: 't.style', data: encodeVarints(Uint32Array.from(texts, ({ style }) => style)) },
    { name: 't.level', data: encodeDeltas(Uint32Array.from(texts, ({ level }) => level)) },
    { name: 't.origin', data: encodeVarints(origins) },
    { name: 't.runs', data: encodeVarints(Uint32Array.from(texts, (text) => text.runs.length)) },
    { name: 't.frame', data: shuffleFloats(frames, 8) },
    { name: 'r.style', data: encodeVarints(Uint32Array.from(runs, ({ style }) => style)) },
    ...(runs.some(({ font }) => font !== null)
      ? [{ name: 'r.font', data: encodeVarints(runs.map(({ font }) => font ?? 0)) }]
      : []),
    { name: 'r.glyphs', data: encodeVarints(Uint32Array.from(runs, ({ count }) => count)) },
    { name: 'r.size', data: shuffleFloats(sizes, 3) },
    { name: 'g.glyph', data: encodeVarints(glyph) },
    { name: 'g.x', data: encodeDeltas(x) },
    { name: 'g.y', data: encodeDeltas(y) },
  ])
}
