import type { Vector } from '@kamar/core/math'
import {
  extendEntity,
  type EntityCommon,
  type LeaderContent,
  type LeaderRoot,
  type MultiLeader,
} from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

const code = {
  contextStart: 300,
  contextEnd: 301,
  rootStart: 302,
  rootEnd: 303,
  lineStart: 304,
  lineEnd: 305,
  attribute: 330,
  attributeText: 302,
} as const
const [contextMark, rootMark, lineMark] = ['CONTEXT_DATA{', 'LEADER{', 'LEADER_LINE{']

/** Reads a MULTILEADER: its values, and its context data in nested brackets. */
export function readMultiLeader({ groups }: DxfRecord, common: EntityCommon, lookup: Lookup): MultiLeader {
  const part = groups.getPart('AcDbMLeader')
  const start = findMark(part, code.contextStart, contextMark)
  const end = start < 0 ? -1 : part.find(code.contextEnd, start)
  const context = start < 0 ? part.after(part.to) : part.after(start + 1).before(end < 0 ? part.to : end)
  const values = end < 0 ? part.after(part.to) : part.after(end + 1)
  const ownStyle = lookup.findTextStyleByHandle(values.readHandle(343))
  return extendEntity(common, {
    kind: 'multiLeader',
    hasLanding: values.readInteger(290) !== 0,
    arrowSize: context.readNumber(140),
    roots: readRoots(context),
    content: readContent(context, lookup, { ownStyle, attributes: readAttributeTexts(values, lookup) }),
  })
}

function findMark(groups: Groups, markCode: number, mark: string, from = groups.from): number {
  let at = groups.find(markCode, from)
  while (at >= 0 && groups.textAt(at).trim() !== mark) at = groups.find(markCode, at + 1)
  return at
}

function readRoots(context: Groups): LeaderRoot[] {
  const roots: LeaderRoot[] = []
  for (let at = findMark(context, code.rootStart, rootMark); at >= 0;) {
    const end = context.find(code.rootEnd, at)
    const root = context.after(at + 1).before(end < 0 ? context.to : end)
    roots.push(readRoot(root))
    at = end < 0 ? -1 : findMark(context, code.rootStart, rootMark, end)
  }
  return roots
}

function readRoot(root: Groups): LeaderRoot {
  const firstLine = findMark(root, code.lineStart, lineMark)
  const own = firstLine < 0 ? root : root.before(firstLine)
  const lines: (readonly Vector[])[] = []
  for (let at = firstLine; at >= 0;) {
    const end = root.find(code.lineEnd, at)
    lines.push(
      root
        .after(at + 1)
        .before(end < 0 ? root.to : end)
        .listPoints(10),
    )
    at = end < 0 ? -1 : findMark(root, code.lineStart, lineMark, end)
  }
  return {
    connectionPoint: own.readPoint(10),
    direction: own.readPoint(11),
    landingLength: own.readNumber(40),
    lines,
  }
}

type BlockContent = Extract<LeaderContent, { kind: 'block' }>
type Attributes = BlockContent['attributes']

function readContent(context: Groups, lookup: Lookup, { ownStyle, attributes }: ContentDefaults): LeaderContent | null {
  const firstRoot = findMark(context, code.rootStart, rootMark)
  const values = firstRoot < 0 ? context : context.before(firstRoot)
  if (values.readInteger(290) !== 0) return readTextContent(values, lookup, ownStyle)
  return values.readInteger(296) !== 0 ? readBlockContent(values, lookup, attributes) : null
}

interface ContentDefaults {
  readonly ownStyle: Extract<LeaderContent, { kind: 'text' }>['style']
  readonly attributes: Attributes
}

function readTextContent(values: Groups, lookup: Lookup, ownStyle: ContentDefaults['ownStyle']): LeaderContent {
  return {
    kind: 'text',
    value: values.readText(304),
    style: lookup.findTextStyleByHandle(values.readHandle(340)) ?? ownStyle,
    height: values.readNumber(41),
    location: values.readPoint(12),
    direction: values.readPoint(13),
    rotation: values.readNumber(42),
    alignment: values.readInteger(176),
    width: values.readNumber(43),
  }
}

function readBlockContent(values: Groups, lookup: Lookup, attributes: Attributes): LeaderContent {
  return {
    kind: 'block',
    block: lookup.findBlockByHandle(values.readHandle(341)),
    location: values.readPoint(15),
    scale: values.readPoint(16, [1, 1, 1]),
    rotation: values.readNumber(46),
    attributes,
  }
}

function readAttributeTexts(values: Groups, lookup: Lookup): Attributes {
  const rows: { readonly handle: number; text: string }[] = []
  for (let at = values.from; at < values.to; at++) {
    const row = rows.at(-1)
    if (values.codeAt(at) === code.attribute) rows.push({ handle: values.handleAt(at), text: '' })
    else if (row && values.codeAt(at) === code.attributeText) row.text = values.textAt(at)
  }
  return rows.flatMap(({ handle, text }) => {
    const definition = lookup.findEntity(handle)
    return definition?.kind === 'attributeDefinition' ? [{ definition, text }] : []
  })
}
