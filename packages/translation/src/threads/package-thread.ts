import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'

/** Request of a thread for a stored file of its package. */
export interface FileRequest {
  readonly type: 'file'
  readonly path: string
}

/** Reply with the bytes of the file; null if absent. */
export interface FileReply {
  readonly type: 'file'
  readonly bytes: Uint8Array | null
}

/** Channel of a thread that reads a package to the process that started it. */
export interface PackagePort<Sent, Received> {
  send(message: Sent | FileRequest, transferred?: readonly ArrayBuffer[]): void
  receive(): Promise<Received | FileReply>
  readonly storedFile: (path: string) => Promise<Uint8Array>
  close(): void
}

/** Opens the channel; throws outside a thread. */
export function openPackagePort<Sent, Received>(): PackagePort<Sent, Received> {
  const port = parentPort
  if (port === null) throw new RangeError('started outside a thread')
  const send = (message: Sent | FileRequest, transferred: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transferred)
  const receive = async (): Promise<Received | FileReply> => {
    const [message] = (await once(port, 'message')) as [Received | FileReply]
    return message
  }
  return {
    send,
    receive,
    async storedFile(path) {
      send({ type: 'file', path })
      const { bytes } = (await receive()) as Partial<FileReply>
      if (!bytes) throw new RangeError(`the package has no ${path}`)
      return bytes
    },
    close: () => port.close(),
  }
}
