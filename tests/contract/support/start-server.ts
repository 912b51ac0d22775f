import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type ServerProcess, startServerProcess } from '../../../apps/server/src/testing/server-process.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the contract test server, and a token of its administrator. */
    contractServer: { readonly address: string; readonly token: string }
  }
}

const administrator = { username: 'contract', password: 'the words of the contract' }
const folder = mkdtempSync(join(tmpdir(), 'kamar-contract-'))
let server: ServerProcess | null = null

/** Starts one real server for all files: a separate process with a database on disk and one reader. */
export async function setup(project: TestProject): Promise<void> {
  server = startServerProcess({
    KAMAR_DATA_DIR: folder,
    KAMAR_WORKERS: '1',
    // Webhook receivers of the tests listen on this machine.
    KAMAR_WEBHOOK_NETWORKS: '127.0.0.0/8',
    KAMAR_ADMIN_USERNAME: administrator.username,
    KAMAR_ADMIN_PASSWORD: administrator.password,
  })
  const address = await server.ready
  const response = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  project.provide('contractServer', { address, token })
}

export async function teardown(): Promise<void> {
  server?.process.kill('SIGTERM')
  await server?.ended
  rmSync(folder, { recursive: true, force: true })
}
