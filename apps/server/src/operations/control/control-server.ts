import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { writeFileDurably } from '@kamar/storage'
import type { FastifyBaseLogger } from 'fastify'
import { OperationError } from '../operation-error.js'
import {
  type ControlAddress,
  type ControlReply,
  ControlRequest,
  controlFileName,
  type ControlledOperations,
  readAddress,
} from './control-messages.js'

const maxRequestCharacters = 16_384
const tokenBytes = 32
const socketFolderPrefix = 'kamar-control-'

export interface ControlDependencies {
  readonly dataFolder: string
  readonly operations: ControlledOperations
  readonly log: FastifyBaseLogger
}

/**
 * Serves the owner of the data folder through a local socket: the token for it is in the data folder. Runs one
 * operation at a time. Returns a function that stops the server.
 */
export async function startControl({ dataFolder, log, operations }: ControlDependencies): Promise<() => Promise<void>> {
  const file = join(dataFolder, controlFileName)
  await removeForsaken(file)
  // A socket path may have about a hundred characters; that of a data folder may be longer.
  const folder = await mkdtemp(join(tmpdir(), socketFolderPrefix))
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\kamar-${randomBytes(16).toString('hex')}` : join(folder, 's')
  const token = randomBytes(tokenBytes).toString('hex')
  const state = { isBusy: false }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, { token, operations, state }).catch((error: unknown) => {
      log.error({ err: error }, 'control request failed')
      socket.destroy()
    })
  })
  server.on('error', (error) => log.error({ err: error }, 'control socket failed'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  server.unref()
  const address: ControlAddress = { path, token, pid: process.pid }
  await writeFileDurably(file, JSON.stringify(address))
  return async () => {
    await rm(file, { force: true })
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the socket folder that a killed server has left behind. */
async function removeForsaken(file: string): Promise<void> {
  const address = await readAddress(file)
  if (address === null || process.platform === 'win32') return
  const folder = dirname(address.path)
  if (folder.startsWith(join(tmpdir(), socketFolderPrefix))) await rm(folder, { recursive: true, force: true })
}

interface Served {
  readonly token: string
  readonly operations: ControlledOperations
  readonly state: { isBusy: boolean }
}

async function serve(socket: Socket, { operations, state, token }: Served): Promise<void> {
  socket.on('error', () => socket.destroy())
  const send = (reply: ControlReply): void => void socket.write(`${JSON.stringify(reply)}\n`)
  const request = await readRequest(socket)
  if (request === null || !isSame(request.token, token)) {
    send({ type: 'failed', sentence: 'The request is not one of this server’s own commands.' })
  } else if (state.isBusy) {
    send({
      type: 'failed',
      sentence: 'The server is busy with another backup or verification; ask again when it has ended.',
    })
  } else {
    state.isBusy = true
    send(await run(request, operations, send).finally(() => (state.isBusy = false)))
  }
  socket.end()
}

async function run(
  request: ControlRequest,
  operations: ControlledOperations,
  send: (reply: ControlReply) => void,
): Promise<ControlReply> {
  const onProgress = (message: string): void => send({ type: 'progress', sentence: message })
  try {
    if (request.command === 'verify') return { type: 'done', report: await operations.verify(onProgress) }
    const { folder, keep, withoutSecret } = request
    if (!isAbsolute(folder)) return { type: 'failed', sentence: 'The folder of the backup has to be an absolute path.' }
    const options = {
      folder,
      ...(keep === undefined ? {} : { keep }),
      ...(withoutSecret === undefined ? {} : { withoutSecret }),
    }
    return { type: 'done', report: await operations.backup(options, onProgress) }
  } catch (error) {
    return { type: 'failed', sentence: formatErrorMessage(error) }
  }
}

/** Formats an error for the owner of the machine. */
export function formatErrorMessage(error: unknown): string {
  if (error instanceof OperationError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  const pathSuffix = path ? ` at ${path}` : ''
  if (code === 'storage-full' || code === 'ENOSPC') return `There is no space left${pathSuffix}.`
  return `It failed${pathSuffix}: ${error instanceof Error ? error.message : String(error)}`
}

async function readRequest(socket: Socket): Promise<ControlRequest | null> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > maxRequestCharacters) break
  }
  const line = text.slice(0, Math.max(0, text.indexOf('\n')))
  try {
    return ControlRequest.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

function isSame(providedToken: string, token: string): boolean {
  return providedToken.length === token.length && timingSafeEqual(Buffer.from(providedToken), Buffer.from(token))
}
