import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '@kamar/database'
import { emptyDatabase, releaseDatabase } from '../../testing/empty-database.js'
import { runRandomTree } from '../../testing/random-trees.js'

/** `npm run test:nightly` makes the ten thousand of the acceptance statement. */
const treeCount = process.env['KAMAR_CAMPAIGN'] === '1' ? 10_000 : 60

let open: OpenDatabase
beforeAll(async () => {
  open = await emptyDatabase()
})
afterAll(() => releaseDatabase(open))

it(
  `P23 access equals that of a naive resolver in ${treeCount} random trees, and ends with them`,
  async () => {
    for (let seed = 1; seed <= treeCount; seed += 1) {
      const { access, expected, misplacedFiles, remains } = await runRandomTree(open.database, seed, 30)
      expect(access, `tree ${seed}`).toEqual(expected)
      expect([misplacedFiles, remains], `tree ${seed}`).toEqual([0, 0])
    }
  },
  treeCount * 2_000,
)
