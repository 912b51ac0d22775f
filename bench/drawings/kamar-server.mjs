import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../lib/paths.mjs'

const person = { email: 'bench@example.com', name: 'Bench', password: 'stone arch 1872' }

async function call(address, path, init) {
  const answer = await fetch(address + path, init)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  return await answer.json()
}

const asJson = (value) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** The product as it is started by those who run it, with an empty folder and one person in it. */
export class KamarServer {
  #folder = mkdtempSync(join(tmpdir(), 'kamar-bench-'))
  #process
  address = ''

  async start() {
    const child = spawn(process.execPath, [join(root, 'apps/server/dist/main.js')], {
      env: { ...process.env, KAMAR_DATA_DIR: this.#folder, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    let output = ''
    this.address = await new Promise((resolve, reject) => {
      const read = (data) => {
        output = (output + data).slice(-4000)
        const ready = /Kamar is ready at (\S+)/.exec(output)
        if (ready) resolve(ready[1])
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
    })
    await call(this.address, '/api/auth/register', asJson(person))
  }

  /** Signs a page in without the screens. @param {import('playwright-core').Page} page */
  async signIn(page) {
    await page.goto(`${this.address}/mark.svg`)
    const { email, password } = person
    const answer = await page.context().request.post(`${this.address}/api/auth/login`, { data: { email, password } })
    const { access_token: token } = await answer.json()
    await page.evaluate((value) => localStorage.setItem('accessToken', value), token)
    return token
  }

  /** @returns {Promise<string>} URN of the new file */
  async upload(name, bytes, token) {
    const body = new FormData()
    body.append('file', new Blob([bytes]), name)
    const headers = { authorization: `Bearer ${token}` }
    return (await call(this.address, '/api/auth/upload', { method: 'POST', headers, body })).file.urn
  }

  async stop() {
    const child = this.#process
    if (child !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
