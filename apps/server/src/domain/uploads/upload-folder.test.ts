import { temporaryFolder } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import { UploadFolder } from './upload-folder.js'

it.each(['..', '../x', 'a/b', '', 'A'])('UploadFolder rejects the upload id %j', async (uploadId) => {
  const folder = await UploadFolder.open(await temporaryFolder())
  expect(() => folder.toPath({ accountId: 'a1', uploadId })).toThrow(RangeError)
})
