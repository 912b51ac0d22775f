import { TranslationError } from '@kamar/contracts/core'
import type { ByteSource, Finding, ReadRoom } from '@kamar/scene'
import { isZip } from '../../shared/containers.js'
import { requireOwnFormat } from '../../shared/own-format.js'
import { throwIfCancelled } from '../../shared/room-guards.js'
import { card } from '../card.js'
import { StepIndexer, type StepIndex } from '../step/step-index.js'
import { unzipModel } from './unzip.js'
import { versionAdvice } from './schema.js'

const pieceBytes = 4 * 2 ** 20
const headBytes = 4096
// Between slices a cancel is seen; one takes about 30 ms.
const sliceBytes = 8 * 2 ** 20

/** Lets timers and messages have their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A file's STEP text in memory that all threads see. */
export interface OpenedFile {
  readonly bytes: Uint8Array
  readonly findings: readonly Finding[]
}

/** Reads a file, unpacks it when it is a zip archive, and refuses what is no IFC or none that can be read. */
export async function openFile(input: ByteSource, room: Pick<ReadRoom, 'signal' | 'limits'>): Promise<OpenedFile> {
  throwIfCancelled(room.signal)
  await requireOwnFormat(card, input)
  const head = await input.read(0, headBytes)
  if (!isZip(head)) {
    const bytes = await readPieces(input, new Uint8Array(new SharedArrayBuffer(input.size)), room.signal)
    refuseXml(bytes)
    return { bytes, findings: [] }
  }
  const archive = await readPieces(input, new Uint8Array(input.size), room.signal)
  const { bytes, name, otherModels } = await unzipModel(archive, room.limits, room.signal)
  refuseXml(bytes)
  if (card.recognise(bytes.slice(0, headBytes), bytes.length) === 'no') {
    throw new TranslationError({ code: 'not-this-format', details: { expected: card.name } })
  }
  const more: Finding = { code: 'archive-has-more-models', severity: 'warning', details: { name, count: otherModels } }
  return { bytes, findings: otherModels > 0 ? [more] : [] }
}

/** ifcXML is an IFC that no kernel here reads: the user is told what to save instead. */
function refuseXml(bytes: Uint8Array): void {
  const start = Buffer.from(bytes.slice(0, 256))
    .toString('latin1')
    .replace(/^[\s\u00ef\u00bb\u00bf]+/, '')
  if (!start.startsWith('<')) return
  throw new TranslationError({ code: 'unsupported-version', details: { version: 'ifcXML', advice: versionAdvice } })
}

async function readPieces(input: ByteSource, target: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  let position = 0
  while (position < target.length) {
    throwIfCancelled(signal)
    const piece = await input.read(position, Math.min(pieceBytes, target.length - position))
    if (piece.length === 0) break
    target.set(piece, position)
    position += piece.length
  }
  return position === target.length ? target : target.subarray(0, position)
}

/** The index of a file's statements; `report` is told the fraction read. */
export async function indexStatements(
  bytes: Uint8Array,
  signal: AbortSignal,
  report: (fraction: number) => void,
): Promise<StepIndex> {
  const indexer = new StepIndexer(bytes)
  while (!indexer.advance(indexer.position + sliceBytes)) {
    report(indexer.position / bytes.length)
    await nextTurn()
    throwIfCancelled(signal)
  }
  report(1)
  return indexer.result()
}
