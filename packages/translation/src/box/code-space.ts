import { readFileSync } from 'node:fs'

const writableAndExecutable = /^([0-9a-f]+)-([0-9a-f]+) rwxp /gm

/** Bytes of the mappings that can be written and run, in the words of `/proc/PID/maps`. */
export function codeSpaceIn(maps: string): number {
  let bytes = 0
  for (const [, from = '', to = ''] of maps.matchAll(writableAndExecutable))
    bytes += Number.parseInt(to, 16) - Number.parseInt(from, 16)
  return bytes
}

let known: number | null = null

/**
 * Address space for machine code that the engine sets aside at its start: 512 MiB with Node 24, which the kernel counts
 * as data although nothing is in it; none with Node 20 and 22. Read off this process: readers run the same program.
 */
export function codeSpaceBytes(): number {
  known ??= process.platform === 'linux' ? codeSpaceIn(readFileSync('/proc/self/maps', 'latin1')) : 0
  return known
}
