import { extensionLimits, type ExtensionPermission, type SandboxMessage } from '@kamar/contracts'

/** Method that a frame may call. Throws a `RangeError` with a reason for invalid parameters. */
export interface SandboxMethod {
  /** Required permission; null for none. */
  readonly permission: ExtensionPermission | null
  run(parameter: unknown): unknown
}

/** Reason why a frame was terminated. */
export type SandboxEnd = 'flood' | 'nonsense' | 'failed'

/** Options of a port. */
export interface SandboxPortOptions {
  readonly port: MessagePort
  readonly granted: readonly ExtensionPermission[]
  readonly methods: ReadonlyMap<string, SandboxMethod>
  /** Called once the module has run. */
  readonly started: () => void
  /** Called when the port is closed; no further messages arrive from the frame. */
  readonly ended: (end: SandboxEnd, reason: string) => void
  /** Milliseconds. */
  readonly now?: () => number
}

const maxMethodLength = 64
const maxReasonLength = 500

/**
 * Host end of the message port to an untrusted frame. Validates every message before acting on it: its shape, the
 * message rate, the permissions. Terminates a frame that sends too many or too many invalid messages.
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
  /** Sends an event to the frame, if it has the permission. */
  emit(name: string, data: unknown, permission: ExtensionPermission | null): void {
    if (this.#isGranted(permission)) this.#send({ kind: 'event', name, data })
  }
  /** Closes the port: nothing is sent or received any more. */
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
      // Only `RangeError` messages come from this package; other errors must not reveal details to third-party code.
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

  /** Token bucket: limits bursts and the rate per second. */
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
