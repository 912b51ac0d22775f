import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sumCpuSeconds, processTree } from '../lib/processes.mjs'
import { chromiumArguments, executablePath } from './browser.mjs'

/**
 * A new Chromium with one page of 1280 × 720 that is controlled through the `Runtime` domain of the debugging protocol
 * alone. Playwright also enables `Network`, with which the page's process keeps up to 100 MB of response bodies
 * (`docs/decisions/0072-fewer-and-cheaper-frames-while-a-model-loads.md`).
 */
export class UndebuggedBrowser {
  /** Uncaught errors and console errors of the page. @type {string[]} */
  errors = []
  #profile = mkdtempSync(join(tmpdir(), 'kamar-walk-'))
  #process
  #session
  #received = ''
  #lastId = 0
  #waiting = new Map()

  static async launch() {
    if (!executablePath) throw new Error('no Chromium found (KAMAR_CHROMIUM)')
    const browser = new UndebuggedBrowser()
    await browser.#start()
    return browser
  }

  async #start() {
    this.#process = spawn(
      executablePath,
      [
        ...chromiumArguments,
        '--headless',
        '--remote-debugging-pipe',
        '--window-size=1280,720',
        '--force-device-scale-factor=1',
        `--user-data-dir=${this.#profile}`,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    )
    this.#process.on('exit', () => this.#fail(new Error('Chromium has ended')))
    this.#process.stdio[4].setEncoding('utf8')
    this.#process.stdio[4].on('data', (text) => this.#receive(text))
    const { targetInfos } = await this.#send('Target.getTargets')
    const { targetId } = targetInfos.find(({ type }) => type === 'page')
    this.#session = (await this.#send('Target.attachToTarget', { targetId, flatten: true })).sessionId
    await this.#send('Runtime.enable')
  }

  async goto(address) {
    await this.#send('Page.navigate', { url: address })
  }

  /** Returns the result of a function in the page, which gets the parameters as JSON. */
  async evaluate(script, ...parameters) {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression: `(${script})(${parameters.map((value) => JSON.stringify(value)).join(', ')})`,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(describe(exceptionDetails))
    return result.value
  }

  collectGarbage() {
    return this.#send('HeapProfiler.collectGarbage')
  }

  /** Returns the CPU seconds of all browser processes so far, and the memory of the page's process. */
  usage() {
    const tree = processTree(this.#process.pid)
    const renderers = tree.filter(({ commandLine }) => commandLine.includes('--type=renderer'))
    const page = renderers.sort((one, other) => other.anonymousMegabytes - one.anonymousMegabytes)[0]
    return { cpuSeconds: sumCpuSeconds(tree), rendererMegabytes: page.anonymousMegabytes }
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#send('Browser.close').catch(() => {})
    await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  #send(method, params = {}) {
    const id = ++this.#lastId
    const isForBrowser = /^(Target|Browser)\./.test(method)
    const message = { id, method, params, ...(isForBrowser ? {} : { sessionId: this.#session }) }
    this.#process.stdio[3].write(`${JSON.stringify(message)}\0`)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #receive(text) {
    const messages = (this.#received + text).split('\0')
    this.#received = messages.pop()
    for (const message of messages) this.#handle(JSON.parse(message))
  }

  #handle({ id, method, params, result, error }) {
    if (method === 'Runtime.exceptionThrown') this.errors.push(describe(params.exceptionDetails))
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      this.errors.push(
        params.args
          .map(({ value, description }) => value ?? description)
          .join(' ')
          .slice(0, 300),
      )
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

const describe = ({ exception, text }) => (exception?.description ?? text).slice(0, 300)
