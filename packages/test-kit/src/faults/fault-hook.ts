// Preloaded into a program that a test starts (`node --import …/fault-hook.js`): the program dies at the call that its
// parent names.
import { writeSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { type FaultPoint, watchFaultPoints } from './fault-points.js'

/** A parent's message: at which of the following points of this kind the program dies. */
export interface KillPoint {
  /** A call of `FaultPoint`, `change` for a message to the embedded database that changes rows or commits, or `any`. */
  readonly call: string
  /** Counted from 1. */
  readonly at: number
  /** Whether half of a write is done first. */
  readonly torn?: boolean
}

const folder = process.env['KAMAR_TEST_FAULT_FOLDER']
let killPoint: KillPoint | null = null
let pointCount = 0

function onPoint(point: FaultPoint): void {
  if (killPoint === null || (killPoint.call !== 'any' && killPoint.call !== point.call)) return
  if (++pointCount !== killPoint.at) return
  if (killPoint.torn === true) point.tear?.()
  writeSync(2, `died at ${point.call} ${point.path}\n`)
  process.kill(process.pid, 'SIGKILL')
  // Prevents any further instruction of the program.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const changes = /insert into|update "|delete from/i
/** Connections whose transaction has changed something. */
const changing = new Set<unknown>()

/** Returns the change in a message; null for read-only polling, which changes nothing. */
function findChange(message: { readonly bytes?: Uint8Array; readonly connection?: number } | undefined): string | null {
  const text = Buffer.from(message?.bytes ?? []).toString('latin1')
  const change = changes.exec(text)?.[0] ?? null
  if (change !== null) changing.add(message?.connection)
  return change ?? (/commit/i.test(text) && changing.delete(message?.connection) ? 'commit' : null)
}

function watchDatabase(): void {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, ...parts: Parameters<typeof postMessage>) {
    const change = findChange(parts[0] as Parameters<typeof findChange>[0])
    if (change !== null) onPoint({ call: 'change', path: change })
    postMessage.apply(this, parts)
  }
}

if (isMainThread && folder !== undefined) {
  process.on('message', (message: KillPoint) => {
    killPoint = message
    pointCount = 0
    process.send?.('armed')
  })
  // The channel to the parent must not keep the program alive.
  process.channel?.unref()
  await watchFaultPoints({ folder, onPoint })
  watchDatabase()
}
