import type { AccessEffects } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'

/** Lists who sees only one of two sets of areas: everything that moves leaves `from` for `to`. */
export async function compareAreas(
  connection: Kysely<Database>,
  { from, to }: { readonly from: readonly string[]; readonly to: string },
): Promise<AccessEffects> {
  const { rows } = await sql<{ id: string; name: string; gains: boolean }>`
    select distinct account.id, account.name, access.area_id = ${to} as gains
    from access join account on account.id = access.account_id,
      unnest(${from}::uuid[]) as source (area_id)
    where access.area_id in (source.area_id, ${to}) and source.area_id <> ${to}
      and not exists (
        select from access as other where other.account_id = access.account_id
          and other.area_id = case when access.area_id = ${to} then source.area_id else ${to} end
      )
    order by account.name, account.id`.execute(connection)
  return {
    gaining: rows.filter(({ gains }) => gains).map(({ id, name }) => ({ id, name })),
    losing: rows.filter(({ gains }) => !gains).map(({ id, name }) => ({ id, name })),
  }
}
