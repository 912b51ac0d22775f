import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convert, convertedFormats, formatOutputFile } from '../../apps/cli/src/convert.js'
import { address, makeApplication } from './support/contract-server.js'
import { housePath } from './support/sample-model.js'

let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kamar-convert-'))
  const { clientId, clientSecret } = await makeApplication()
  environment = { APS_BASE_URL: `${address()}/`, APS_CLIENT_ID: clientId, APS_CLIENT_SECRET: clientSecret }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(name: string, file = housePath, outputFile = join(folder, `house.${name}`)) {
  const format = convertedFormats.find((candidate) => candidate.name === name)
  if (format === undefined) throw new Error(`no format ${name}`)
  return convert({ file, format, outputFile, environment, onProgress: () => undefined, pollMilliseconds: 100 })
}

describe('kamar convert', () => {
  it.each([
    ['glb', 'glTF'],
    ['usdz', 'PK'],
    ['3dtiles', 'PK'],
    ['obj', 'PK'],
    ['stl', 'Kamar UNITS=mm'],
    ['json', '{"model":'],
  ] as const)('converts a house to %s on a server', async (format, start) => {
    const result = await run(format)
    const output = await readFile(join(folder, `house.${format}`))
    expect(result).toEqual({ ok: true, bytes: output.length })
    expect(output.toString('latin1', 0, start.length)).toBe(start)
  })

  it('converts a drawing to PDF, SVG and DXF on a server', async () => {
    const plan = join(import.meta.dirname, '../../packages/formats/src/dwg/fixtures/pavilion.dxf')
    expect(await run('pdf', plan, join(folder, 'plan.pdf'))).toMatchObject({ ok: true })
    expect((await readFile(join(folder, 'plan.pdf'))).toString('latin1', 0, 8)).toBe('%PDF-1.7')
    expect(await run('svg', plan, join(folder, 'plan.svg'))).toMatchObject({ ok: true })
    expect((await readFile(join(folder, 'plan.svg'))).toString('latin1', 0, 4)).toBe('<svg')
    expect(await run('dxf', plan, join(folder, 'plan.dxf'))).toMatchObject({ ok: true })
  })

  it('names one output file per sheet', () => {
    expect(formatOutputFile(join(folder, 'plan.svg'), { at: 0, length: 1 })).toBe(join(folder, 'plan.svg'))
    expect(formatOutputFile(join(folder, 'plan.svg'), { at: 1, length: 2 })).toBe(join(folder, 'plan-2.svg'))
  })

  it('reports the reason of the server when there is no output', async () => {
    const page = join(import.meta.dirname, 'own-client.test.ts')
    expect(await run('glb', page)).toEqual({ ok: false, reason: 'The output glb cannot be made of ts' })
    environment = { ...environment, APS_CLIENT_SECRET: 'wrong' }
    expect(await run('glb')).toMatchObject({ ok: false, reason: expect.any(String) as string })
  })

  it('names a missing environment variable', async () => {
    environment = {}
    await expect(run('glb')).rejects.toThrow('APS_CLIENT_ID')
  })
})
