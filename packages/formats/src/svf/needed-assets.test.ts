import { createRecordedContext, svfFixture } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { bundleNames } from './descriptor.js'
import { findAddress, readAssets, neededAddresses } from './needed-assets.js'
import { openSvf } from './open-svf.js'

const open = async () => {
  const { archive } = svfFixture()
  const { context } = createRecordedContext({ companions: { [bundleNames.archive]: archive } })
  return (await openSvf(context)).model
}

it('needed SVF assets are the files that are read, each once, without embedded ones', async () => {
  const needed = await neededAddresses(await open())
  expect(needed).not.toContain('embed:/camera.json')
  expect(new Set(needed).size).toBe(needed.length)
  expect(needed).toEqual(expect.arrayContaining(['FragmentList.pack', '0.pf', 'Materials.json.gz']))
})

it('SVF assets are found by their type', async () => {
  const assets = await readAssets(await open())
  expect(findAddress(assets, 'PropertyIDs')).toBe('../../objects_ids.json.gz')
  expect(findAddress(assets, 'InstanceTree')).toBeNull()
})
