import type { OpenDatabase } from '@kamar/database'
import { vi } from 'vitest'

/** Records the texts of the statements that some work sends to the database, in order and without their parameters. */
export async function recordStatements(pool: OpenDatabase['pool'], work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = []
  const clients = new Map<object, { mockRestore(): void }>()
  const record = (client: { query(...parameters: never[]): unknown }): void => {
    if (clients.has(client)) return
    const query = client.query.bind(client)
    const spy = vi.spyOn(client, 'query').mockImplementation((...parameters: never[]) => {
      const [statement] = parameters as readonly unknown[]
      statements.push(typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text))
      return query(...parameters)
    })
    clients.set(client, spy)
  }
  pool.on('acquire', record)
  try {
    await work()
    return statements
  } finally {
    pool.off('acquire', record)
    for (const spy of clients.values()) spy.mockRestore()
  }
}
