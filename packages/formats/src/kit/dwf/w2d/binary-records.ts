import { binaryImage } from './images.js'
import { inflateHistory, inflateZlib } from './inflate.js'
import type { W2dMachine } from './machine.js'
import { MalformedRecordError, TruncatedRecordError } from '@kamar/codecs/records'

const colorMapRecord = 0x0001
const historyRecords = new Set([0x0010, 0x0123])
const zlibRecord = 0x0011
const firstImage = 0x0002
const lastImage = 0x000d
/** Returns whether an opcode is a record of files, fonts, passwords and the like, which is not drawn. */
const isSilent = (opcode: number): boolean => opcode >= 0x0012 && opcode <= 0x0400

/** Reads a record in braces, after the opening one: its length, its number, its bytes. */
export function* readBinaryRecord(machine: W2dMachine): Generator<number> {
  const { stream } = machine
  const length = stream.u32()
  const start = stream.at
  const opcode = stream.u16()
  if (historyRecords.has(opcode) || opcode === zlibRecord) {
    yield* readCompressed(machine, opcode === zlibRecord)
    return
  }
  const end = start + length
  if (length < 3) throw new MalformedRecordError('length')
  if (end > stream.bytes.length) throw new TruncatedRecordError()
  const body = stream.bytes.subarray(stream.at, end - 1)
  if (opcode === colorMapRecord) readColorMap(machine, body)
  else if (opcode >= firstImage && opcode <= lastImage) binaryImage(machine, opcode, body)
  else if (!isSilent(opcode)) machine.drawing.tools.skipped.add(`record ${opcode}`, 'not-read')
  stream.at = end
}

function readColorMap({ drawing: { state } }: W2dMachine, body: Uint8Array): void {
  const count = body[0] || 256
  if (body.length >= 1 + 4 * count) state.colorMap = body.slice(1, 1 + 4 * count)
}

/** Reads the rest of the stream, which is compressed up to its own end. */
function* readCompressed(machine: W2dMachine, isZlib: boolean): Generator<number> {
  const { stream } = machine
  const packed = stream.bytes.subarray(stream.at)
  const inflated = isZlib ? inflateZlib(packed, machine.inflatedLeft) : inflateHistory(packed, machine.inflatedLeft)
  if (!inflated) throw new MalformedRecordError('compressed')
  machine.inflatedLeft -= inflated.bytes.length
  stream.at += Math.min(inflated.consumedBytes, packed.length)
  yield* machine.runNested(inflated.bytes)
}
