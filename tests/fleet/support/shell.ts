import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a program until it exits; throws with its output if it fails. */
export async function runProgram(program: string, parameters: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...parameters], { maxBuffer: 16 * 1024 ** 2 })
  return stdout
}

/** Installs missing Debian packages; returns whether `path` exists afterwards. */
export async function ensurePackages(path: () => string | null, packages: readonly string[]): Promise<boolean> {
  if (path() !== null) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  // A new container has no package lists, and another process may install at the same time.
  const options = ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300']
  try {
    await runProgram('apt-get', ['update', ...options])
    await runProgram('apt-get', ['install', ...options, '--no-install-recommends', ...packages])
  } catch (error) {
    process.stdout.write(`fleet: ${packages.join(', ')} cannot be installed: ${String(error).slice(0, 500)}\n`)
    return false
  }
  return path() !== null
}

/** Starts a long-running program. */
export function startProgram(program: string, parameters: readonly string[]): ChildProcess {
  return spawn(program, parameters, { stdio: 'ignore' })
}

/** Terminates a program and waits for its exit. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
