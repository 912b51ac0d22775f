import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'

/** Reads a stored setting of the deployment; undefined where there is none. */
export async function readSetting(connection: Kysely<Database>, key: string): Promise<unknown> {
  const row = await connection.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeSetting(connection: Kysely<Database>, key: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await connection
    .insertInto('setting')
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text, updated_at: new Date() }))
    .execute()
}
