import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs']

/** A separate network with only a loopback; perl, because every Debian has it. */
const loopback = String.raw`perl -e 'socket(my $s, 2, 2, 0); my $r = pack("a16 s x22", "lo", 0x41); ioctl($s, 0x8914, $r) or die'`
const unshareArguments = ['--net', 'sh', '-c', `${loopback} && exec "$@"`, 'sh']
const watch = ['strace', '-f', '-qq', '--seccomp-bpf', '-s', '0', '-e', 'trace=connect,sendto,sendmsg']
const isPossible =
  spawnSync('unshare', [...unshareArguments, ...watch, '-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0

/** Returns the network address of a traced call; null for sockets of files and the like. */
function addressIn(line: string): string | null {
  return /sa_family=AF_INET6?.*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/.exec(line)?.[1] ?? null
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

/** Counts the calls to each address while a command ran in a separate network; returns its exit state too. */
async function recordCalls(
  command: readonly string[],
): Promise<{ called: Map<string, number>; code: number | null; output: string }> {
  const folder = await createTemporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const log = join(folder, 'calls')
  const child = spawn('unshare', [...unshareArguments, ...watch, '-o', log, ...command], {
    cwd: root,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  })
  // Ends strace and everything that it watches when a test times out.
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  const called = new Map<string, number>()
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const address = addressIn(line)
    if (address !== null) called.set(address, (called.get(address) ?? 0) + 1)
  }
  return { called, code, output }
}

it('K01 server passes the contract tests without a network and connects to loopback addresses only', async ({
  skip,
}) => {
  if (!isPossible) return skip('no network of its own can be made here, or strace is not there')
  // Addresses that would be detected: 192.0.2.0/24 and 2001:db8::/32 are reserved for examples.
  const outward = `for (const host of ['192.0.2.1', '2001:db8::1']) require('node:net').connect(9, host).on('error', () => {})`
  const result = await recordCalls([process.execPath, '-e', outward])
  expect([...result.called.keys()]).toEqual(['192.0.2.1', '2001:db8::1'])

  const { called, code, output } = await recordCalls([...vitest, 'run', '--project', 'contract'])
  expect(code, output.slice(-4000)).toBe(0)
  expect([...called.keys()].filter((address) => !isLoopback(address))).toEqual([])
  // Each test file calls the server over a persistent connection.
  const files = readdirSync(join(root, 'tests/contract')).filter((name) => name.endsWith('.test.ts'))
  expect([...called.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(files.length)
})
