import { encodeContainer } from '../container/container-encode.js'
import { shuffleFloats } from '../container/float-columns.js'
import { StringTableBuilder, stringTableSections } from '../container/string-table.js'
import { encodeDeltas, encodeVarints, zigzag } from '../container/varints.js'
import { encodePairs } from './sheet-columns.js'
import type { SheetTexts } from './sheet.js'

/** Encodes `texts.bin` (before brotli). */
export function encodeSheetTexts({ glyphs, texts, glyph, x, y }: SheetTexts): Uint8Array {
  const strings = new StringTableBuilder()
  const string = texts.map((text) => strings.indexOf(text.string))
  const runs = texts.flatMap((text) => text.runs)
  const meta = {
    glyphs: glyphs.length,
    texts: texts.length,
    runs: runs.length,
    placed: glyph.length,
    strings: strings.texts.length,
  }
  const sizes = runs.flatMap(({ height, width, slant }) => [height, width, slant])
  const frames = texts.flatMap(({ xAxis, yAxis, box }) => [...xAxis, ...yAxis, ...box])
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
    { name: 't.entity', data: encodeDeltas(texts.map(({ entity }) => entity)) },
    { name: 't.style', data: encodeVarints(texts.map(({ style }) => style)) },
    { name: 't.level', data: encodeDeltas(texts.map(({ level }) => level)) },
    { name: 't.origin', data: encodeVarints(texts.flatMap(({ origin }) => origin.map((value) => zigzag(value)))) },
    { name: 't.runs', data: encodeVarints(texts.map((text) => text.runs.length)) },
    { name: 't.frame', data: shuffleFloats(Float32Array.from(frames), 8) },
    { name: 'r.style', data: encodeVarints(runs.map(({ style }) => style)) },
    ...(runs.some(({ font }) => font !== null)
      ? [{ name: 'r.font', data: encodeVarints(runs.map(({ font }) => font ?? 0)) }]
      : []),
    { name: 'r.glyphs', data: encodeVarints(runs.map(({ count }) => count)) },
    { name: 'r.size', data: shuffleFloats(Float32Array.from(sizes), 3) },
    { name: 'g.glyph', data: encodeVarints(glyph) },
    { name: 'g.x', data: encodeDeltas(x) },
    { name: 'g.y', data: encodeDeltas(y) },
  ])
}
