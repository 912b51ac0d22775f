import { uploadExtensions } from '@kamar/core'
import type { OpenDatabase } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, releaseDatabase } from '../../testing/empty-database.js'
import { assertUploadAllowed } from './upload-rules.js'

let open: OpenDatabase
beforeAll(async () => {
  open = await emptyDatabase()
})
afterAll(() => releaseDatabase(open))

describe('assertUploadAllowed', () => {
  it('accepts the twenty extensions in any case', async () => {
    expect(uploadExtensions).toHaveLength(20)
    for (const extension of uploadExtensions) {
      await expect(assertUploadAllowed(open.database, `model${extension.toUpperCase()}`)).resolves.toBeUndefined()
    }
  })

  it.each([
    ['virus.exe', '.exe'],
    ['model.ifc.zip', '.zip'],
    ['model.ifczip', '.ifczip'],
    ['readme', ''],
    ['.ifc', ''],
    ['', ''],
  ])('rejects %j and names its extension', async (name, extension) => {
    await expect(assertUploadAllowed(open.database, name)).rejects.toMatchObject({
      code: 'unsupported-format',
      details: { extension },
    })
  })
})
