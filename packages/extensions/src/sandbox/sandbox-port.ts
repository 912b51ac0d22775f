import { extensionLimits, type ExtensionPermission, type SandboxMessage } from '@kamar/contracts'

/** One method that a frame may call. Throws a `RangeError` with a reason for parameters that it does not take. */
export interface SandboxMethod {
  /** What must have been granted; null for what everybody may. */
  readonly permission: ExtensionPermission | null
  run(parameter: unknown): unknown
}

/** Why a frame was ended. */
export type SandboxEnd = 'flood' | 'nonsense' | 'failed'

/** What a port is made of. */
export interface SandboxPortOptions {
  readonly port: MessagePort
  readonly granted: readonly ExtensionPermission[]
  readonly methods: ReadonlyMap<string, SandboxMethod>
  /** The module ran. */
  readonly started: () => void
  /** The port is closed; nothing comes from the frame any more. */
  readonly ended: (end: SandboxEnd, reason: string) => void
  /** Milliseconds. */
  readonly now?: () => number
}

const maxMethodLength = 64
const maxReasonLength = 500

/**
 * The page's end of the line to a frame that nobody trusts. Every message is looked at before anything is done for it:
 * its shape, how many came, what was granted. Who sends too many or too much nonsense is cut off.
 */
export class SandboxPort {
  readonly #parts: SandboxPortOptions
  readonly #now: () => number
  #tokens: number = extensionLimits.messageBurst
  #filled: number
  #refusals = 0
  #open = 0
  #isClosed = false

  constructor(parts: SandboxPortOptions) {
    this.#parts = parts
    this.#now = parts.now ?? (() => performance.now())
    this.#filled = this.#now()
    parts.port.onmessage = (event: MessageEvent<unknown>) => this.#take(event.data)
    parts.port.onmessageerror = () => this.#refuse('nonsense', 'a message could not be read')
  }

  get isClosed(): boolean {
    return this.#isClosed
  }
  /** Tells the frame of something, if it was granted to know. */
  emit(name: string, data: unknown, permission: ExtensionPermission | null): void {
    if (this.#isGranted(permission)) this.#send({ kind: 'event', name, data })
  }
  /** Nothing is sent or taken any more. */
  close(): void {
    this.#isClosed = true
    this.#parts.port.onmessage = null
    this.#parts.port.close()
  }

  #take(message: unknown): void {
    if (this.#isClosed) return
    if (!this.#takeToken()) return this.#refuse('flood', 'too many messages')
    if (!isRecord(message)) return this.#refuse('nonsense', 'a message has no shape')
    const { kind } = message
    if (kind === 'started') return this.#parts.started()
    if (kind === 'failed') return this.#end('failed', toText(message['reason']))
    const { id, method } = message
    const isCall = kind === 'call' && typeof id === 'number' && Number.isSafeInteger(id) && typeof method === 'string'
    if (!isCall || method.length > maxMethodLength) return this.#refuse('nonsense', 'a message is no call')
    void this.#handleCall(id, method, message['parameter'])
  }

  async #handleCall(id: number, method: string, parameter: unknown): Promise<void> {
    const definition = this.#parts.methods.get(method)
    if (definition === undefined) return this.#refuseCall(id, `there is no method ${method}`)
    if (!this.#isGranted(definition.permission)) return this.#refuseCall(id, `${definition.permission} was not granted`)
    if (this.#open >= extensionLimits.openCalls) return this.#refuseCall(id, 'too many calls wait for an answer')
    this.#open++
    try {
      this.#send({ kind: 'answer', id, ok: true, result: await definition.run(parameter) })
    } catch (error) {
      // Reasons are of this package; of anything else a stranger need not know more than that it failed.
      const reason = error instanceof RangeError ? error.message : 'it did not work'
      this.#refuseCall(id, reason)
    } finally {
      this.#open--
    }
  }

  #refuseCall(id: number, reason: string): void {
    this.#send({ kind: 'answer', id, ok: false, reason })
    this.#refuse('nonsense', reason)
  }
  #refuse(end: SandboxEnd, reason: string): void {
    this.#refusals++
    if (this.#refusals > extensionLimits.refusals) this.#end(end, reason)
  }
  #end(end: SandboxEnd, reason: string): void {
    if (this.#isClosed) return
    this.close()
    this.#parts.ended(end, reason)
  }
  #send(message: SandboxMessage): void {
    if (!this.#isClosed) this.#parts.port.postMessage(message)
  }
  #isGranted(permission: ExtensionPermission | null): boolean {
    return permission === null || this.#parts.granted.includes(permission)
  }

  /** So many at once, and so many more each second. */
  #takeToken(): boolean {
    const now = this.#now()
    const { messageBurst, messagesPerSecond } = extensionLimits
    this.#tokens = Math.min(messageBurst, this.#tokens + ((now - this.#filled) / 1000) * messagesPerSecond)
    this.#filled = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxReasonLength) : '')
