import { AppError } from '@kamar/core'
import type { SelectQueryBuilder } from 'kysely'

export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const row = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (row as { readonly count: number }).count
}

/** Throws `too-many` where a query finds too many rows to add others. */
export async function assertFewerRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
  maxRows: number,
  added = 1,
): Promise<void> {
  if ((await countRows(query)) + added > maxRows) throw new AppError('too-many', { most: maxRows })
}
