import { readFileSync, readdirSync } from 'node:fs'

/** Clock ticks per second of /proc/<pid>/stat; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/**
 * @typedef {object} ProcessFigures
 * @property {number} pid
 * @property {string} commandLine
 * @property {number} cpuSeconds           of this process and all its threads
 * @property {number} reapedChildrenSeconds  of children that have ended and were waited for
 * @property {number} peakRssMegabytes     VmHWM
 * @property {number} residentMegabytes    VmRSS
 * @property {number} anonymousMegabytes   RssAnon
 */

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const parseMegabytes = (status, field) => Number(status.match(new RegExp(`${field}:\\s+(\\d+)`))?.[1] ?? 0) / 1024

/**
 * Reads the figures of one process from /proc; null when it has ended.
 * @param {number | 'self'} pid
 * @returns {ProcessFigures | null}
 */
export function processFigures(pid) {
  const stat = read(`/proc/${pid}/stat`)
  const status = read(`/proc/${pid}/status`)
  if (stat === null || status === null) return null
  // The name in brackets may contain spaces; fields are counted after it, the first being the state (field 3).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return {
    pid: Number(stat.split(' ', 1)[0]),
    commandLine: (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' '),
    cpuSeconds: (fields[11] + fields[12]) / ticksPerSecond,
    reapedChildrenSeconds: (fields[13] + fields[14]) / ticksPerSecond,
    peakRssMegabytes: parseMegabytes(status, 'VmHWM'),
    residentMegabytes: parseMegabytes(status, 'VmRSS'),
    anonymousMegabytes: parseMegabytes(status, 'RssAnon'),
  }
}

function listChildren(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (read(`/proc/${pid}/task/${thread}/children`) ?? '').trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

/**
 * Returns a process and all of its descendants.
 * @param {number} rootPid
 * @returns {ProcessFigures[]}
 */
export function processTree(rootPid) {
  const tree = []
  const waiting = [rootPid]
  while (waiting.length > 0) {
    const pid = waiting.pop()
    const figures = processFigures(pid)
    if (figures === null) continue
    tree.push(figures)
    waiting.push(...listChildren(pid))
  }
  return tree
}

/** @param {readonly ProcessFigures[]} tree */
export const sumCpuSeconds = (tree) => tree.reduce((sum, each) => sum + each.cpuSeconds + each.reapedChildrenSeconds, 0)
