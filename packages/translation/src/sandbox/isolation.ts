import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiledModule, readerLimits } from '@kamar/core'
import { createSandboxCommand } from './sandbox-command.js'
import { describeMethod, type SandboxMethod, type IsolationReport } from './isolation-levels.js'
import { collectStderrTail } from './stderr-tail.js'
import { createSlot } from './slot.js'

const probeMilliseconds = 20_000

/**
 * Returns the methods, strongest first; each is tried, because only a trial shows the restrictions of kernel, container
 * or administrator.
 */
function candidates(): readonly SandboxMethod[] {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/setpriv') || !existsSync('/usr/bin/prlimit'))
    return ['plain']
  return process.getuid?.() === 0
    ? ['namespaces', 'landlock-user', 'landlock', 'stranger', 'limits', 'plain']
    : ['user-namespace', 'landlock', 'limits', 'plain']
}

/** Returns null if a reader can run in such a sandbox, else the reason. */
export async function probeMethod(method: SandboxMethod, workFolder: string): Promise<string | null> {
  const slot = await createSlot(workFolder, method)
  try {
    const entry = compiledModule(import.meta.url, './probe.js')
    await slot.addFile(fileURLToPath(entry), 'sample')
    const sandbox = createSandboxCommand({ method, slot, limits: readerLimits, entry })
    const child = spawn(sandbox.command, [...sandbox.arguments, sandbox.inside.input, sandbox.inside.output], {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ignore'],
      timeout: probeMilliseconds,
      killSignal: 'SIGKILL',
    })
    const stderrTail = collectStderrTail(child.stderr)
    const failure = new Promise<string>((resolve) => child.once('error', (error) => resolve(error.message)))
    const ended = once(child, 'close').then(() => findErrorLine(stderrTail()))
    const reason = await Promise.race([failure, ended])
    return existsSync(join(slot.output, 'probe')) && readFileSync(join(slot.output, 'probe'), 'utf8') === 'fit'
      ? null
      : reason || 'the probe did not finish'
  } finally {
    await slot.remove()
  }
}

/** Returns the line with the error: Node prints source lines around it, the tools print nothing else. */
function findErrorLine(reason: string): string {
  const lines = reason.split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => /error|denied|permitted|cannot|failed/i.test(line)) ?? lines[0] ?? ''
}

async function findIsolation(workFolder: string): Promise<IsolationReport> {
  const refused: Partial<Record<SandboxMethod, string>> = {}
  for (const method of candidates()) {
    if (method === 'plain') break
    const reason = await probeMethod(method, workFolder).catch((error: Error) => error.message)
    if (reason === null) return describeMethod(method, refused)
    refused[method] = reason
  }
  return describeMethod('plain', refused)
}

const reportByFolder = new Map<string, Promise<IsolationReport>>()

/** Returns the strongest sandbox that this machine allows, probed once per process and folder; readers start in it. */
export function isolationLevel(workFolder: string): Promise<IsolationReport> {
  let report = reportByFolder.get(workFolder)
  if (report === undefined) {
    report = findIsolation(workFolder)
    reportByFolder.set(workFolder, report)
  }
  return report
}
