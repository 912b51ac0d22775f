import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('bare-server.mjs', import.meta.url))

/**
 * Starts the bare framework in a separate process.
 * @param {string} file  file that /file sends
 * @returns {Promise<{ address: string, stop(): void }>}
 */
export async function startBareServer(file) {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await new Promise((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data).trim()))
    child.once('exit', (code) => reject(new Error(`the bare framework ended with ${code}`)))
  })
  return { address, processId: child.pid, stop: () => child.kill() }
}
