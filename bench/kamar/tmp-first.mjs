import { basename } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
const [, , path, outputFolder] = process.argv
if (process.env.SHORT) await import('/tmp/work/scale/packages/translation/dist/run/short-process.js')
const { runTranslation } = await import('/tmp/work/scale/packages/translation/dist/run/run-translation.js')
const cpu = () => {
  const u = process.cpuUsage()
  return ((u.user + u.system) / 1e6).toFixed(2)
}
const threads = () => {
  const m = {}
  for (const t of readdirSync('/proc/self/task')) {
    try {
      const s = readFileSync(`/proc/self/task/${t}/stat`, 'utf8')
      const name = readFileSync(`/proc/self/task/${t}/comm`, 'utf8').trim()
      const f = s.slice(s.lastIndexOf(')') + 2).split(' ')
      const v = (+f[11] + +f[12]) / 100
      if (v > 0.05) m[name + ' ' + t] = v
    } catch {}
  }
  return m
}
console.log('start', cpu())
const r = await runTranslation({
  path,
  fileName: basename(path),
  formatId: 'ifc',
  outputFolder,
  onProgress: (f, s) => {
    if (Math.round(f * 1000) % 40 === 0) console.log(f.toFixed(3), s, cpu())
  },
  onManifest: (m) => {
    if (m.chunks.length > 0) {
      console.log('first', cpu(), threads())
      process.exit(0)
    }
  },
})
console.log(r)
