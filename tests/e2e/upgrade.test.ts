import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractFixture, type UpgradeFixture, upgradeFixtures } from '../upgrade/fixtures.js'
import { itPreservesContents, itTranslatesWaitingFile } from '../upgrade/preserved-contents.js'
import { ServerProcess } from './support/server-process.js'

/** Starts a server of this version on a data folder of a fixture for the tests of a `describe`. Returns its address. */
function startUpgraded(fixture: UpgradeFixture, end: 'stopped' | 'killed'): () => string {
  const server = new ServerProcess({ KAMAR_WORKERS: '1' })
  beforeAll(async () => {
    await extractFixture(fixture, end, server.dataFolder)
    await server.start()
  })
  afterAll(() => server.dispose())
  return () => server.address
}

it('the upgrade fixtures include a released version', () => {
  expect(upgradeFixtures.map(({ version }) => version)).toContain('0.1.0')
})

describe.each(upgradeFixtures)('a data folder of Kamar $version', (fixture) => {
  describe('after a clean stop', () => {
    itPreservesContents(startUpgraded(fixture, 'stopped'), fixture.records.stopped)
  })

  describe('after SIGKILL', () => {
    const getAddress = startUpgraded(fixture, 'killed')
    itPreservesContents(getAddress, fixture.records.killed)
    itTranslatesWaitingFile(getAddress, fixture.records.killed)
  })
})
