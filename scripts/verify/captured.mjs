import { spawn } from 'node:child_process'

const timeoutMilliseconds = 300_000

/** Runs a program and returns all its output and its exit code; terminates a program that does not exit. */
export function captured(command, parameters, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { env: { ...process.env, ...environment }, timeout: timeoutMilliseconds })
    let output = ''
    child.stdout.on('data', (bytes) => (output += bytes))
    child.stderr.on('data', (bytes) => (output += bytes))
    child.on('error', () => resolve({ code: null, output }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
