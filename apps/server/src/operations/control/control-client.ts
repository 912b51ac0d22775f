import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BackupReport, BackupOptions } from '../backup/make-backup.js'
import { OperationError } from '../operation-error.js'
import type { VerifyReport } from '../verify/verify-deployment.js'
import { type ControlReply, controlFileName, type ControlRequest, readAddress } from './control-messages.js'

type Progress = (message: string) => void

/** Client of a running server. */
export interface ServerControl {
  readonly pid: number
  backup(options: BackupOptions, onProgress: Progress): Promise<BackupReport>
  verify(onProgress: Progress): Promise<VerifyReport>
}

/** Finds the server that has this data folder open; returns null when none responds. */
export async function findServer(dataFolder: string): Promise<ServerControl | null> {
  const address = await readAddress(join(dataFolder, controlFileName))
  if (address === null) return null
  const socket = await open(address.path)
  if (socket === null) return null
  socket.destroy()
  const { path, pid, token } = address
  return {
    pid,
    backup: async (options, onProgress) =>
      (await sendRequest(path, { command: 'backup', token, ...options }, onProgress)) as BackupReport,
    verify: async (onProgress) => (await sendRequest(path, { command: 'verify', token }, onProgress)) as VerifyReport,
  }
}

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

async function sendRequest(
  path: string,
  request: ControlRequest,
  onProgress: Progress,
): Promise<BackupReport | VerifyReport> {
  const socket = await open(path)
  if (socket === null) throw new OperationError('The server has stopped.')
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as ControlReply
    if (reply.type === 'done') return reply.report
    if (reply.type === 'failed') throw new OperationError(reply.sentence)
    onProgress(reply.sentence)
  }
  throw new OperationError('The server stopped before it was done; what it had begun does not count.')
}
