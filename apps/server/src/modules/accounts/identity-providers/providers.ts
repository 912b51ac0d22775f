import { AppError } from '@kamar/core'
import { type ProviderName } from '@kamar/contracts'
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import type { ProviderSettings, ProviderTable } from '../../../platform/configuration/configuration.js'

/** Display names of the providers. */
export const providerTitles: Readonly<Record<ProviderName, string>> = { google: 'Google', microsoft: 'Microsoft' }

export interface Provider {
  readonly settings: ProviderSettings
  readonly configuration: client.Configuration
  /** Signing keys of the provider, fetched when first needed. */
  readonly keys: JWTVerifyGetKey
}

const timeoutSeconds = 10

/** Creates the providers; each is discovered when first needed, and the next sign-in retries after a failure. */
export function createProviders(table: ProviderTable) {
  const providersByName = new Map<ProviderName, Promise<Provider>>()
  const discover = async (settings: ProviderSettings): Promise<Provider> => {
    const { clientId, clientSecret, issuer } = settings
    const execute = [client.enableNonRepudiationChecks]
    // Only a provider on this machine is reached without TLS; the settings accept no other such URL.
    if (issuer.protocol === 'http:') execute.push(client.allowInsecureRequests)
    const configuration = await client.discovery(
      issuer,
      clientId,
      undefined,
      clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
      { execute, timeout: timeoutSeconds },
    )
    const { jwks_uri: keysAddress } = configuration.serverMetadata()
    if (keysAddress === undefined) throw new TypeError(`${issuer.href} names no keys`)
    return { settings, configuration, keys: createRemoteJWKSet(new URL(keysAddress)) }
  }
  return {
    available: { google: table.google !== null, microsoft: table.microsoft !== null },
    async get(name: ProviderName): Promise<Provider> {
      const settings = table[name]
      if (!settings) throw new AppError('provider-not-configured', { provider: providerTitles[name] })
      const provider = providersByName.get(name) ?? discover(settings)
      providersByName.set(name, provider)
      try {
        return await provider
      } catch (cause) {
        providersByName.delete(name)
        throw new AppError('provider-refused', { provider: providerTitles[name] }, { cause })
      }
    },
  }
}

export type Providers = ReturnType<typeof createProviders>
