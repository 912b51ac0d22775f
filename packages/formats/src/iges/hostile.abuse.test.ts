import { runReader, type ReaderRun } from '@kamar/test-kit'
import { beforeAll, expect, it } from 'vitest'
import { writeIges, type FixtureEntity } from './fixtures/iges-writer.js'
import { plateEntities } from './fixtures/plate.js'
import { reader, warm } from './reader.js'

beforeAll(warm)

const maxMilliseconds = 10_000

/** Reads the plate with further entities: it must be shown, whatever the others are. */
async function readWithPlate(...entities: readonly FixtureEntity[]): Promise<ReaderRun> {
  const run = await runReader(reader, writeIges([...plateEntities, ...entities]))
  expect(run.processorMilliseconds).toBeLessThan(maxMilliseconds)
  expect(run.scene.numbers.triangles).toBeGreaterThanOrEqual(2)
  return run
}

const own = plateEntities.length + 1

it.each([
  ['an entity beyond the end of the file', 99_999],
  ['itself', own],
  ['an entity number below one', -5],
  ['an out-of-range number', 1e15],
])('E07 IGES reader ignores a pointer to %s', async (_, target) => {
  // Cycles of a subfigure, a face's surface, a trimmed surface's curve, a composite curve.
  const { failure } = await readWithPlate(
    { type: 408, values: [{ entity: target }, 0, 0, 0, 1] },
    { type: 144, values: [{ entity: target }, 1, 0, { entity: target }] },
    { type: 102, values: [2, { entity: target }, { entity: target }] },
    { type: 402, form: 7, values: [1, { entity: target }] },
  )
  expect(failure).toBeNull()
})

it('E07 IGES reader ends for curves and figures that reference each other', async () => {
  const { failure } = await readWithPlate(
    { type: 102, values: [1, { entity: own + 1 }] },
    { type: 102, values: [1, { entity: own }] },
    { type: 308, status: '00000200', values: [0, '1HA', 1, { entity: own + 3 }] },
    { type: 408, values: [{ entity: own + 2 }, 0, 0, 0, 1] },
  )
  expect(failure).toBeNull()
})

const line = [0, 0, 0, 1, 0, 0]
it.each([
  ['degree 1,000,000', [1, 1_000_000, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, ...line, 0, 1, 0, 0, 1]],
  ['negative degree', [1, -1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, ...line, 0, 1, 0, 0, 1]],
  ['a billion control points', [1_000_000_000, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, ...line, 0, 1, 0, 0, 1]],
  ['too few control points for its degree', [1, 3, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, ...line, 0, 1, 0, 0, 1]],
  ['decreasing knots', [1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, ...line, 0, 1, 0, 0, 1]],
  ['infinite knots', [1, 1, 0, 0, 1, 0, -1e308, -1e308, 1e308, 1e308, 1, 1, ...line, 0, 1, 0, 0, 1]],
  ['zero weights', [1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, ...line, 0, 1, 0, 0, 1]],
])('E07 IGES reader shows other entities beside a spline of %s', async (_, values) => {
  expect((await readWithPlate({ type: 126, values })).failure).toBeNull()
})

const patch = [0, 0, 0, 4, 0, 0, 0, 2, 0, 4, 2, 0]
const knots = [0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1]
it.each([
  ['degree 1,000,000 in both directions', [1, 1, 1_000_000, 1_000_000, 0, 0, 1, 0, 0, ...knots, ...patch, 0, 1, 0, 1]],
  ['a billion control points', [1_000_000, 1_000_000, 1, 1, 0, 0, 1, 0, 0, ...knots, ...patch, 0, 1, 0, 1]],
  ['decreasing knots', [1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, ...patch, 0, 1, 0, 1]],
])('E07 IGES reader shows other entities beside a surface of %s', async (_, values) => {
  expect((await readWithPlate({ type: 128, values })).failure).toBeNull()
})

it.each([1e308, 1e-320, Number.NaN, Number.POSITIVE_INFINITY])(
  'E15 IGES reader keeps finite bounds with a point at %d',
  async (value) => {
    const { scene } = await readWithPlate(
      { type: 116, values: [value, 0, 0, 0] },
      { type: 110, values: [0, 0, 0, value, 0, 0] },
    )
    expect([...(scene.bounds?.min ?? []), ...(scene.bounds?.max ?? [])].every(Number.isFinite)).toBe(true)
  },
)
