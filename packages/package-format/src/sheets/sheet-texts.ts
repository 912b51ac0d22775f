import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { unshuffleFloats } from '../container/float-columns.js'
import { readStringTable } from '../container/string-table.js'
import { decodeDeltas, decodeVarints, unzigzag } from '../container/varints.js'
import { decodePairs, holdBelow, toStarts } from './sheet-columns.js'
import type { SheetGlyph, SheetGlyphRun, SheetInfo, SheetText, SheetTexts } from './sheet.js'

/** Decodes `texts.bin`. */
export function decodeSheetTexts(
  bytes: Uint8Array,
  info: Pick<SheetInfo, 'styles' | 'fonts' | 'levels' | 'counts'>,
): SheetTexts {
  const container = decodeContainer(bytes)
  const glyphs = decodeGlyphs(container)
  const glyphCount = container.count('placed')
  const glyph = decodeVarints(container.column('g.glyph', 'u8'), glyphCount)
  holdBelow(glyph, Math.max(1, glyphs.length), 'glyph')
  const runs = decodeRunTable(container, glyphCount)
  holdBelow(
    Uint32Array.from(runs, ({ style }) => style),
    info.styles.length,
    'style',
  )
  holdBelow(
    Uint32Array.from(runs, ({ font }) => font ?? 0),
    Math.max(1, info.fonts.length),
    'font',
  )
  const texts = decodeTextTable(container, runs, info)
  return {
    glyphs,
    texts,
    glyph,
    x: decodeDeltas(container.column('g.x', 'u8'), glyphCount),
    y: decodeDeltas(container.column('g.y', 'u8'), glyphCount),
  }
}

function decodeGlyphs(container: Container): SheetGlyph[] {
  const count = container.count('glyphs')
  const stroke = container.exactColumn('s.stroke', 'u8', count)
  const start = toStarts(decodeVarints(container.column('s.size', 'u8'), count))
  const indexStart = toStarts(decodeVarints(container.column('s.indices', 'u8'), count))
  const points = decodePairs(container.column('s.point', 'u8'), start[count])
  const indices = Uint32Array.from(decodeDeltas(container.column('s.index', 'u8'), indexStart[count]))
  const characters = container.has('s.character.text') ? readStringTable(container, 's.character', count) : null
  return Array.from({ length: count }, (_, glyph) => {
    const own = indices.slice(indexStart[glyph], indexStart[glyph + 1])
    holdBelow(own, Math.max(1, start[glyph + 1] - start[glyph]), 'corner')
    return {
      stroke: stroke[glyph] === 1,
      points: points.slice(start[glyph] * 2, start[glyph + 1] * 2),
      indices: own,
      character: characters?.text(glyph) ?? '',
    }
  })
}

function decodeRunTable(container: Container, glyphCount: number): SheetGlyphRun[] {
  const count = container.count('runs')
  const style = decodeVarints(container.column('r.style', 'u8'), count)
  const font = container.has('r.font') ? decodeVarints(container.column('r.font', 'u8'), count) : null
  const glyphs = toStarts(decodeVarints(container.column('r.glyphs', 'u8'), count))
  const sizes = unshuffleFloats(container.column('r.size', 'u8'), 3)
  if (sizes.length !== count * 3 || glyphs[count] !== glyphCount || !sizes.every(Number.isFinite))
    throw malformed('runs')
  return Array.from(style, (one, run) => ({
    style: one,
    font: font?.[run] ?? null,
    first: glyphs[run],
    count: glyphs[run + 1] - glyphs[run],
    height: sizes[run * 3],
    width: sizes[run * 3 + 1],
    slant: sizes[run * 3 + 2],
  }))
}

function decodeTextTable(
  container: Container,
  runs: readonly SheetGlyphRun[],
  info: Pick<SheetInfo, 'styles' | 'levels' | 'counts'>,
): SheetText[] {
  const count = container.count('texts')
  const strings = readStringTable(container, 'string', container.count('strings'))
  const string = decodeVarints(container.column('t.string', 'u8'), count)
  const entity = decodeDeltas(container.column('t.entity', 'u8'), count)
  const style = decodeVarints(container.column('t.style', 'u8'), count)
  const level = decodeDeltas(container.column('t.level', 'u8'), count)
  const origin = decodeVarints(container.column('t.origin', 'u8'), count * 2).map((value) => unzigzag(value))
  const own = toStarts(decodeVarints(container.column('t.runs', 'u8'), count))
  const frames = unshuffleFloats(container.column('t.frame', 'u8'), 8)
  holdBelow(entity, info.counts.entities, 'entity')
  holdBelow(style, info.styles.length, 'style')
  holdBelow(level, info.levels, 'level')
  if (frames.length !== count * 8 || own[count] !== runs.length || !frames.every(Number.isFinite))
    throw malformed('texts')
  return Array.from({ length: count }, (_, text) => {
    const [ax, ay, bx, by, left, bottom, right, top] = frames.subarray(text * 8, text * 8 + 8)
    return {
      entity: entity[text],
      style: style[text],
      level: level[text],
      origin: [origin[text * 2] | 0, origin[text * 2 + 1] | 0],
      xAxis: [ax, ay],
      yAxis: [bx, by],
      box: [left, bottom, right, top],
      string: strings.text(string[text]),
      runs: runs.slice(own[text], own[text + 1]),
    }
  })
}
