import { runReader, type ReaderRun } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { entityHeader, header, satBytes, wireBody } from '@kamar/codecs/acis/testing'
import { writeBushingSab, writeBushingSat } from './fixtures/bushing.js'
import { reader } from './reader.js'

const maxMilliseconds = 10_000

async function read(bytes: Uint8Array): Promise<ReaderRun> {
  const run = await runReader(reader, bytes)
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  return run
}

const isListed = ({ failure, report }: ReaderRun): boolean =>
  report !== null ||
  ['damaged', 'limit-exceeded', 'not-this-format', 'nothing-to-show', 'unsupported-version'].includes(
    failure?.code ?? '',
  )

it('E10 SAT reader ends with a listed outcome when a pointer targets another record or none', async () => {
  const text = new TextDecoder().decode(writeBushingSat(700))
  // Every 13th pointer: the prime step reaches all kinds of records.
  const pointers = [...text.matchAll(/\$\d+/g)].filter((_, at) => at % 13 === 3)
  const records = text.split('#').length
  expect(pointers.length).toBeGreaterThan(8)
  for (const [at, { 0: pointer, index }] of pointers.entries()) {
    // Each pointer targets another record, so that together they form many cycles.
    const target = [0, at % records, 999_999_999][at % 3]
    const bytes = new TextEncoder().encode(`${text.slice(0, index)}$${target}${text.slice(index + pointer.length)}`)
    expect(isListed(await read(bytes)), `${pointer} at ${index} to ${target}`).toBe(true)
  }
})

it('E10 SAT reader ends with a listed outcome on cycles of 20,000 faces or coedges', async () => {
  const count = 20_000
  const next = (at: number): string => `$${(at % count) + 3}`
  const faces = Array.from(
    { length: count },
    (_, at) => `face ${entityHeader} ${next(at + 1)} $-1 $2 $-1 $-1 forward single #`,
  )
  const body = `body ${entityHeader} $1 $-1 $-1 #\nlump ${entityHeader} $1 $2 $0 #\nshell ${entityHeader} $2 $-1 $3 $-1 $1 #`
  expect(isListed(await read(satBytes(`${body}\n${faces.join('\n')}`)))).toBe(true)
  const coedges = Array.from(
    { length: count },
    (_, at) => `coedge ${entityHeader} ${next(at + 1)} ${next(at)} $-1 $-1 forward $1 $-1 #`,
  )
  const wire = `body ${entityHeader} $-1 $1 $-1 #\nwire ${entityHeader} $1 $3 $0 $-1 #\nedge ${entityHeader} $-1 $-1 $3 $-1 forward #`
  expect(isListed(await read(satBytes(`${wire}\n${coedges.join('\n')}`)))).toBe(true)
})

it.each([
  ['a billion records', header.replace('700 0 1 0', '700 1000000000 1 0')],
  ['a negative number of records', header.replace('700 0 1 0', '700 -5 1 0')],
  ['a billion bodies', header.replace('700 0 1 0', '700 0 1000000000 0')],
  ['strings of a billion characters', header.replace('@5 Tests', '@1000000000 Tests')],
])('E10 SAT reader ends in time on a header that states %s', async (_, counts) => {
  const sound = `straight-curve ${entityHeader} 0 0 0 1 0 0 I I`
  const text = `${counts}${wireBody(sound, ['0 0 0', '1 0 0'])}\nEnd-of-ACIS-data\n`
  expect(isListed(await read(new TextEncoder().encode(text)))).toBe(true)
})

it.each([
  ['degree 1,000,000', 'nubs 1000000 open 2 0 1 1 1 0 0 0 1 0 0'],
  ['a billion knots', 'nubs 1 open 1000000000 0 1 1 1 0 0 0 1 0 0'],
  ['knots with a multiplicity of a billion', 'nubs 1 open 2 0 1000000000 1 1000000000 0 0 0 1 0 0'],
  ['a negative degree', 'nubs -3 open 2 0 1 1 1 0 0 0 1 0 0'],
])('E10 SAT reader ends in time on a spline with %s', async (_, spline) => {
  const curve = `intcurve-curve ${entityHeader} forward { exactcur full ${spline} 0 null_surface null_surface nullbs nullbs I I } I I`
  expect(isListed(await read(satBytes(wireBody(curve, ['0 0 0', '1 0 0']))))).toBe(true)
})

it('E10 SAB reader ends with a listed outcome when any 32-bit number is overwritten', async () => {
  const original = writeBushingSab()
  for (let at = 15; at + 4 < original.length; at += 97) {
    const copy = original.slice()
    new DataView(copy.buffer).setUint32(at, [0xffffffff, 0x7fffffff, 0][at % 3] ?? 0, true)
    expect(isListed(await read(copy)), `at ${at}`).toBe(true)
  }
})
