import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Runs a command in the repository; resolves with its exit code and, if captured, its output. */
export function run(command, commandArguments, { capture = false, environment = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (data) => (output += data))
    child.stderr?.on('data', (data) => (output += data))
    child.on('error', (error) => resolve({ code: 127, output: output + error.message }))
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), output }))
  })
}

/** Runs a step and prints its title; prints its output only if it fails, and then exits the process. */
export async function step(title, command, commandArguments, options = {}) {
  const started = performance.now()
  process.stdout.write(`${title} … `)
  const { code, output } = await run(command, commandArguments, { capture: true, ...options })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(code === 0 ? `${seconds} s\n` : `failed after ${seconds} s\n`)
  if (code !== 0) {
    process.stdout.write(output)
    process.exit(1)
  }
}

/**
 * Runs several steps, `[title, command, arguments]`, in parallel; prints their titles as they finish. Otherwise like
 * `step`.
 */
export async function stepsTogether(steps) {
  const ended = await Promise.all(
    steps.map(async ([title, command, commandArguments]) => {
      const started = performance.now()
      const result = await run(command, commandArguments, { capture: true })
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      process.stdout.write(`${title} … ${result.code === 0 ? '' : 'failed after '}${seconds} s\n`)
      return result
    }),
  )
  const failed = ended.filter(({ code }) => code !== 0)
  for (const { output } of failed) process.stdout.write(output)
  if (failed.length > 0) process.exit(1)
}

/** Returns the path of a command from an installed package. */
export const binary = (name) => `${root}node_modules/.bin/${name}`
