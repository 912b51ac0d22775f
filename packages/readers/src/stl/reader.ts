import { readStatus, TranslationError } from '@kamar/contracts/core'
import type { ByteSource, Finding, ReadReport, ReadContext, Reader, Skipped } from '@kamar/scene'
import { textOfHead } from '../shared/head.js'
import { requireOwnFormat } from '../shared/own-format.js'
import { throwIfCancelled } from '../shared/room-guards.js'
import { textBlocks } from '../shared/text-blocks.js'
import { card } from './card.js'
import { parseBinary } from './parse-binary.js'
import { TextParser } from './parse-text.js'
import { SceneWriter } from './scene-writer.js'

const headBytes = 4096

/** The STL reader; see the room's README. */
export const reader: Reader = { descriptor: card, read }

async function read(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  // Binary files may begin with "solid" too, but their floats are no text.
  const isText = textOfHead(await input.read(0, headBytes)) !== null
  return isText ? readText(input, room) : readBinary(input, room)
}

async function readBinary(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  const { solid, header, skipped, findings } = await parseBinary(input, room)
  const writer = new SceneWriter(room, input.name, 'binary')
  if (solid.triangles > 0) writer.push(solid, header)
  await room.scene.settle()
  return finish({ room, writer, triangles: solid.triangles, skipped, findings })
}

async function readText(input: ByteSource, room: ReadContext): Promise<ReadReport> {
  const parser = new TextParser(room.limits)
  const writer = new SceneWriter(room, input.name, 'ASCII')
  let triangles = 0
  const pushSolids = async (): Promise<void> => {
    for (const solid of parser.takeSolids()) {
      triangles += solid.triangles
      writer.push(solid, solid.name)
    }
    await room.scene.settle()
  }
  for await (const { bytes, fraction } of textBlocks(input, { signal: room.signal, boundary: 'white space' })) {
    parser.parse(bytes)
    room.progress(0.9 * fraction, 'reading')
    await pushSolids()
  }
  const isCut = parser.unfinished
  parser.finish()
  await pushSolids()
  const skipped = [...parser.skipped].map(([reason, count]): Skipped => ({ kind: 'triangle', reason, count }))
  const cut: Finding = { code: 'file-ends-early', severity: 'warning' }
  return finish({ room, writer, triangles, skipped, findings: isCut ? [cut] : [] })
}

interface Ending {
  readonly room: ReadContext
  readonly writer: SceneWriter
  readonly triangles: number
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
}

function finish({ room, writer, triangles, skipped, findings }: Ending): ReadReport {
  room.progress(1, 'meshing')
  if (writer.instanceCount === 0) {
    throw new TranslationError({ code: skipped.length > 0 ? 'damaged' : 'nothing-to-show' })
  }
  const empty: Finding = {
    code: 'empty-shapes',
    severity: 'information',
    details: { count: writer.emptyMeshes },
  }
  const all = [...writer.findings, ...findings, ...(writer.emptyMeshes > 0 ? [empty] : [])]
  return {
    status: readStatus({ skipped, findings: all }),
    counts: { solids: writer.instanceCount, triangles },
    skipped,
    findings: all,
    missingCompanions: [],
  }
}
