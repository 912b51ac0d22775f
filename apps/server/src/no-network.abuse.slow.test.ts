import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const minutes = 60_000

/** A network of its own, with nothing but a loopback; perl, because every Debian has it. */
const loopback = String.raw`perl -e 'socket(my $s, 2, 2, 0); my $r = pack("a16 s x22", "lo", 0x41); ioctl($s, 0x8914, $r) or die'`
const alone = ['--net', 'sh', '-c', `${loopback} && exec "$@"`, 'sh']
const watch = ['strace', '-f', '-qq', '--seccomp-bpf', '-s', '0', '-e', 'trace=connect,sendto,sendmsg']
const isPossible =
  spawnSync('unshare', [...alone, ...watch, '-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0

/** Where a call of the trace goes to over a network; null for sockets of files and the like. */
function addressIn(line: string): string | null {
  return /sa_family=AF_INET6?.*?(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)"/.exec(line)?.[1] ?? null
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

it(
  'K01 serves all clients of the contract without a network, and calls nobody',
  async ({ skip }) => {
    if (!isPossible) return skip('no network of its own can be made here, or strace is not there')
    const folder = await createTemporaryFolder()
    const log = join(folder, 'calls')
    const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'contract']
    const child = spawn('unshare', [...alone, ...watch, '-o', log, ...vitest], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code, said.slice(-4000)).toBe(0)
    const called = new Map<string, number>()
    for await (const line of createInterface({ input: createReadStream(log) })) {
      const address = addressIn(line)
      if (address !== null) called.set(address, (called.get(address) ?? 0) + 1)
    }
    expect([...called.keys()].filter((address) => !isLoopback(address))).toEqual([])
    expect([...called.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100)
    await removeFolder(folder)
  },
  20 * minutes,
)
