import { write, writeSync } from 'node:fs'

/** More than this waits for no disk: what comes on top is counted and lost, characters. */
const maxPendingCharacters = 4 << 20
const againMilliseconds = 100

/**
 * Where log lines go: a file descriptor that may be a file on a full disk, or a pipe that nobody reads. Neither holds up a
 * request or a stop, and neither ends the server. What could not be written is told once writing works again.
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

  /** Takes one line with its end; never throws and never waits. */
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
      // Nobody is left who could be told.
    }
  }
}
