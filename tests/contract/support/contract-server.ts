import { type ClientSecret, type ProtocolScope, protocolScopes } from '@kamar/contracts'
import { inject } from 'vitest'

/** Returns the address of the contract test server, without a trailing slash. */
export const address = (): string => inject('contractServer').address

/** Client application as created by the page "API access". */
export interface ContractApplication {
  readonly clientId: string
  readonly clientSecret: string
}

/** Creates a separate client application, so that test files do not share a bucket. */
export async function makeApplication(scopes: readonly ProtocolScope[] = protocolScopes): Promise<ContractApplication> {
  const { token } = inject('contractServer')
  const response = await fetch(`${address()}/api/auth/applications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'contract', scopes }),
  })
  if (!response.ok) throw new Error(`making an application answered ${response.status} ${await response.text()}`)
  const { application, secret } = (await response.json()) as ClientSecret
  return { clientId: application.clientId, clientSecret: secret }
}

/** Returns bytes of two parts: one of 5 MiB, and a short one; different for every seed, and reproducible. */
export function twoParts(seed: number): Buffer {
  const bytes = Buffer.alloc(5 * 1024 ** 2 + 1000)
  let state = seed
  for (let index = 0; index < bytes.length; index += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes.writeUInt32LE(state, index)
  }
  return bytes
}
