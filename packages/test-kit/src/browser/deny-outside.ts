import childProcess from 'node:child_process'
import dns from 'node:dns'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

type Functions = Record<string, unknown>

/** Functions that access the outside: a reader must not use them, since all it may read is passed to it. */
const doors: readonly (readonly [name: string, module: object, functions: readonly string[]])[] = [
  [
    'fs',
    fs,
    [
      'open',
      'openSync',
      'readFile',
      'readFileSync',
      'writeFile',
      'writeFileSync',
      'createReadStream',
      'readdir',
    ].concat(['createWriteStream', 'readdirSync', 'stat', 'statSync', 'mkdir', 'mkdirSync', 'unlink', 'unlinkSync']),
  ],
  ['fs.promises', fs.promises, ['open', 'readFile', 'writeFile', 'readdir', 'stat', 'mkdir', 'unlink']],
  ['net', net, ['connect', 'createConnection']],
  ['net.Socket', net.Socket.prototype, ['connect']],
  ['dns', dns, ['lookup', 'resolve']],
  ['http', http, ['request', 'get']],
  ['https', https, ['request', 'get']],
  ['child_process', childProcess, ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync']],
  ['globalThis', globalThis, ['fetch']],
]

/**
 * Runs work while files, network and child processes are blocked in this thread; returns the names of the functions it
 * tried to use. Worker threads that already run are not covered.
 */
export async function withoutOutside(work: () => Promise<unknown>): Promise<readonly string[]> {
  const attempts: string[] = []
  const undo: (() => void)[] = []
  for (const [name, module, functions] of doors) {
    const target = module as Functions
    for (const key of functions) {
      const original = target[key]
      undo.push(() => (target[key] = original))
      target[key] = () => {
        attempts.push(`${name}.${key}`)
        throw new Error(`${name}.${key} is out of reach of a reader`)
      }
    }
  }
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    for (const restore of undo) restore()
    syncBuiltinESMExports()
  }
  return attempts
}
