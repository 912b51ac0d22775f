import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '../../scripts/lib/bundle.mjs'
import { sumCpuSeconds, processTree } from './processes.mjs'

const benchUser = { name: 'Bench', password: 'stone arch 1872' }

/** The product as deployed: one server process with its embedded database, on a free port. */
export class KamarServer {
  dataFolder = mkdtempSync(join(tmpdir(), 'kamar-bench-'))
  address = ''
  #child = null
  #userCount = 0

  /**
   * @param {Record<string, string>} environment
   * @returns {Promise<{ cpuSeconds: number, wallMilliseconds: number }>} cost until it was ready, including child
   * processes
   */
  async start(environment = {}) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [serverProgram], {
      env: { ...process.env, KAMAR_DATA_DIR: this.dataFolder, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    let output = ''
    this.address = await new Promise((resolve, reject) => {
      const read = (data) => {
        output = (output + data).slice(-4000)
        const ready = /Kamar is ready at (\S+)/.exec(output)?.[1]
        if (ready !== undefined) resolve(ready)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
    })
    return { cpuSeconds: sumCpuSeconds(processTree(child.pid)), wallMilliseconds: performance.now() - startedAt }
  }

  get processId() {
    return this.#child.pid
  }

  async stop() {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }

  async dispose() {
    await this.stop()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }

  /** Creates an account. @returns {Promise<{ email: string, password: string }>} */
  async makeAccount() {
    this.#userCount += 1
    const credentials = { email: `person-${this.#userCount}@example.com`, password: benchUser.password }
    await this.call('/api/auth/register', { body: { ...credentials, name: benchUser.name } })
    return credentials
  }

  /** Creates an account and returns its access token. */
  async register() {
    const credentials = await this.makeAccount()
    const { access_token: token } = await this.call('/api/auth/login', { body: credentials })
    return token
  }

  async call(path, { body, form, token } = {}) {
    const response = await fetch(this.address + path, {
      method: body || form ? 'POST' : 'GET',
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : form ? { body: form } : {}),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return response.json()
  }

  /** Uploads a file like the specification's form and returns its record. */
  async upload(token, name, content) {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    return (await this.call('/api/auth/upload', { form, token })).file
  }
}
