import { spawn } from 'node:child_process'

/**
 * Runs a server program and replaces it on request. The program starts at the message `start`, reports `{ address }`
 * once it accepts requests, and exits when the channel to this process is closed, so that it never outlives it. The
 * next process is started in advance: it has then already loaded its libraries, which is a third of a start.
 */
export class Supervisor {
  #command
  #child = null
  #next = null
  #running = Promise.reject(new Error('not started'))
  #work = Promise.resolve()

  /** `command`: `{ program, arguments, environment }`. */
  constructor(command) {
    this.#command = command
    this.#running.catch(() => undefined)
  }

  /** Resolves with the server's address when it accepts requests; rejects while no server runs or starts. */
  get running() {
    return this.#running
  }

  /** Starts the program, or replaces the running one; resolves with the address. */
  restart() {
    this.#running = this.#enqueue(() => this.#replace())
    this.#running.catch(() => undefined)
    return this.#running
  }

  /** Stops the program and waits for its exit. */
  async stop() {
    this.#running = Promise.reject(new Error('stopped'))
    this.#running.catch(() => undefined)
    await this.#enqueue(() => Promise.all([this.#end(this.#child), this.#end(this.#next)]))
  }

  #enqueue(task) {
    const done = this.#work.then(task)
    this.#work = done.catch(() => undefined)
    return done
  }

  async #replace() {
    const child = this.#next ?? this.#spawn()
    this.#next = null
    await this.#end(this.#child)
    this.#child = child
    const address = await readAddress(child)
    this.#next = this.#spawn()
    return address
  }

  #spawn() {
    const { program, arguments: programArguments, environment } = this.#command
    return spawn(process.execPath, ['--enable-source-maps', program, ...programArguments], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  async #end(child) {
    if (child === null || hasEnded(child)) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.connected) child.disconnect()
    await ended
  }
}

const hasEnded = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null

/** Sends the start message to a process; resolves when it accepts requests. */
function readAddress(child) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the server ended with ${child.exitCode ?? child.signalCode}`))
    child.once('message', ({ address }) => resolve(address))
    if (hasEnded(child)) return fail()
    child.once('exit', fail)
    child.send('start', () => undefined)
  })
}
