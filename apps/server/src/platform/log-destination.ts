import { write, writeSync } from 'node:fs'

/** Maximum pending output in characters; anything beyond is counted and lost. */
const maxPendingCharacters = 4 << 20
const againMilliseconds = 100

/**
 * Destination of log lines: a file descriptor that may be a file on a full disk, or a pipe without a reader. Neither
 * delays a request or a stop, and neither ends the server. Lost lines are reported once writing works again.
 */
export class LogDestination {
  readonly #descriptor: number
  #waiting: string[] = []
  #characters = 0
  #isWriting = false
  #lostLines = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    process.once('exit', () => this.#writeFinalLine())
  }

  /** Writes one line including its end; never throws and never waits. */
  write(line: string): void {
    if (this.#characters + line.length > maxPendingCharacters) {
      this.#lostLines++
      return
    }
    this.#waiting.push(line)
    this.#characters += line.length
    if (!this.#isWriting) this.#writeNext()
  }

  #writeNext(): void {
    const lines = this.#waiting
    this.#isWriting = lines.length > 0
    if (!this.#isWriting) return
    this.#waiting = []
    this.#characters = 0
    this.#send(Buffer.from(this.#withLosses(lines.join(''))), lines.length)
  }

  #send(bytes: Buffer, lines: number): void {
    write(this.#descriptor, bytes, (error, writtenBytes) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#send(bytes, lines), againMilliseconds).unref()
      } else if (error !== null) {
        this.#lostLines += lines
        this.#writeNext()
      } else if (writtenBytes < bytes.length) {
        this.#send(bytes.subarray(writtenBytes), lines)
      } else {
        this.#writeNext()
      }
    })
  }

  #withLosses(text: string): string {
    if (this.#lostLines === 0) return text
    const lossLine = JSON.stringify({ level: 40, time: Date.now(), lines: this.#lostLines, msg: 'log lines were lost' })
    this.#lostLines = 0
    return `${lossLine}\n${text}`
  }

  #writeFinalLine(): void {
    try {
      writeSync(this.#descriptor, this.#waiting.join(''))
    } catch {
      // There is no other destination for the error.
    }
  }
}
