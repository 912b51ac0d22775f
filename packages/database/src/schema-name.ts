import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns a name that changes with everything the schema is made from: these modules and the migrations. */
export function schemaName(): string {
  const hash = createHash('sha256')
  for (const folder of ['./', './migrations/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    for (const name of readdirSync(folder).toSorted())
      if (/\.[jt]s$/.test(name)) hash.update(`${name}\0`).update(readFileSync(folder + name))
  }
  return hash.digest('hex').slice(0, 16)
}
