import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiledModule } from '@kamar/core'
import { beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const core = compiledModule(new URL('../../../packages/core/src/index.ts', import.meta.url).href, './index.js').href
const keys = compiledModule(
  new URL('../../../packages/database/src/index.ts', import.meta.url).href,
  './file-name-keys.js',
).href

/** Behaviour that must not depend on the locale and time zone of the server: names, formats, order, times. */
const program = `
  import { findUploadFormat, getFileExtension } from '${core}'
  import { fileNameKeys } from '${keys}'
  const names = ['TITLE.IFC', 'I\\u0130\\u0131i.DWG', 'Հարկ եւ ՏԱՆԻՔ.ifc', 'Ёлка.STL', 'straße 2.obj', 'straße 10.obj', 'Ǆ.step', 'ß', 'և', 'ու']
  const sorted = names.map((name) => ({ name, key: fileNameKeys(name) })).sort((a, b) => a.key.sort_name < b.key.sort_name ? -1 : 1)
  const night = Date.parse('2026-03-29T00:59:59Z')
  const times = [0, 1, 2, 3600, 86400].map((seconds) => new Date(night + seconds * 1000).toISOString())
  const days = ['2026-03-29', '2026-10-25', '2026-11-01'].map((day) => new Date(day).toISOString())
  const formats = names.map((name) => [getFileExtension(name), findUploadFormat(name)?.id ?? null])
  console.log(JSON.stringify({ sorted, times, days, formats }))
`

async function resultsWith(environment: Record<string, string>): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env['PATH'], ...environment },
  })
  return JSON.parse(stdout)
}

let defaultLocale: unknown
beforeAll(async () => {
  defaultLocale = await resultsWith({ TZ: 'UTC', LC_ALL: 'C.UTF-8' })
})

it.each([
  ['in a time zone far from UTC', { TZ: 'Pacific/Kiritimati', LC_ALL: 'C.UTF-8' }],
  ['during a daylight saving transition', { TZ: 'Europe/Berlin', LC_ALL: 'de_DE.UTF-8' }],
  ['in Turkish, with its dotted capital I', { TZ: 'Europe/Istanbul', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }],
  ['in the Armenian locale', { TZ: 'Asia/Yerevan', LC_ALL: 'hy_AM.UTF-8', LANG: 'hy_AM.UTF-8' }],
] as const)('L05 file name keys, dates and formats are the same %s', async (_, environment) => {
  expect(await resultsWith(environment)).toEqual(defaultLocale)
  expect(JSON.stringify(defaultLocale)).toContain('"ifc"')
})
