import { readFile } from 'node:fs/promises'
import type { FileRecord, SearchPage } from '@kamar/contracts'
import { bearer, type TestServer, type TestUser } from './test-server.js'
import { translateLocally } from './translated.js'

/** Files of our own with properties and sheets, by the name that they are uploaded as. */
const fixtures = {
  'house.ifc': '../../../../packages/formats/src/ifc/fixtures/house.ifc',
  'houses.dwf': '../../../../packages/formats/src/dwf/fixtures/houses.dwf',
} as const

/** Uploads a fixture and translates it, without indexing it. */
export async function uploadTranslated(
  server: TestServer,
  user: TestUser,
  fixture: keyof typeof fixtures,
  fileName: string = fixture,
): Promise<FileRecord> {
  const original = await readFile(new URL(fixtures[fixture], import.meta.url))
  // Other bytes for each name: equal ones share a translation.
  const content = fixture === 'house.ifc' ? Buffer.concat([original, Buffer.from(`\n/* ${fileName} */\n`)]) : original
  const file = await server.upload(user, fileName, content)
  const translationId = await server.findTranslationId(file)
  await translateLocally(server, { translationId, fileName, content })
  return file
}

/** Calls of the search by a user. */
export async function search(
  server: TestServer,
  by: TestUser,
  query: Readonly<Record<string, string>>,
): Promise<SearchPage> {
  const url = `/api/search?${new URLSearchParams(query)}`
  const response = await server.inject({ url, headers: bearer(by) })
  if (response.statusCode !== 200) throw new Error(`search answered ${response.statusCode} ${response.body}`)
  return response.json<SearchPage>()
}

/** Returns the names of the files of a page, in its order. */
export const listNames = ({ hits }: SearchPage): string[] => hits.map(({ file }) => file.description)
