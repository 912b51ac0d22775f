import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '../lib/bundle.mjs'

const user = { email: 'ani@example.com', name: 'Arch Builders', password: 'stone arch 1872' }
const administrator = { username: 'administrator', password: 'keystone of tuff' }
const maxWaitMilliseconds = 240_000

/** Starts the product on a free port with a separate data folder. */
export async function startProduct() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kamar-media-'))
  const environment = {
    ...process.env,
    KAMAR_DATA_DIR: dataFolder,
    KAMAR_ADMIN_USERNAME: administrator.username,
    KAMAR_ADMIN_PASSWORD: administrator.password,
    PORT: '0',
  }
  const child = spawn(process.execPath, [serverProgram], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
      const ready = /Kamar is ready at (\S+)/.exec(output)
      if (ready) resolve(ready[1])
    })
    child.once('exit', (code) => reject(new RangeError(`the server ended with ${code}`)))
  })
  return {
    address,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Signs a user up and in; the browser stores the refresh cookie, its pages the access token. */
export async function signIn(context, address) {
  await context.request.post(`${address}/api/auth/register`, { data: user })
  const { email, password } = user
  const response = await context.request.post(`${address}/api/auth/login`, {
    data: { email, password, remember: true },
  })
  return storeToken(context, response)
}

/** Signs the administrator in. */
export async function signInAdministrator(context, address) {
  const response = await context.request.post(`${address}/api/admin/login`, { data: administrator })
  return storeToken(context, response)
}

async function storeToken(context, response) {
  const { access_token: token } = await response.json()
  await context.addInitScript((value) => {
    if (localStorage.getItem('accessToken') === null) localStorage.setItem('accessToken', value)
  }, token)
  return token
}

/** Uploads files through the page and waits until all of them are ready. */
export async function uploadAll(page, { address, files }) {
  await page.goto(`${address}/home`)
  await page.locator('input[type=file][multiple]').first().setInputFiles(files)
  const rows = page.getByRole('row').filter({ has: page.getByText('Ready', { exact: true }) })
  await rows.nth(files.length - 1).waitFor({ timeout: maxWaitMilliseconds })
}

/** Returns the records of the account's files. */
export async function listFiles(address, token) {
  const response = await fetch(`${address}/api/auth/my-urns`, { headers: { authorization: `Bearer ${token}` } })
  return response.json()
}
