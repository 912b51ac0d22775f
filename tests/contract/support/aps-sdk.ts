import { ApsConfiguration, type SdkManager, SdkManagerBuilder } from '@aps_sdk/autodesk-sdkmanager'
import { address } from './contract-server.js'

const nothing = (): void => undefined

/** What every client of @aps_sdk is made with: our address, and nothing written to the console. */
export function sdkManagerOfOurs(): SdkManager {
  const configuration = new ApsConfiguration({})
  configuration.BaseAddress = new URL(address())
  return SdkManagerBuilder.create()
    .addApsConfiguration(configuration)
    .addLogger({ logInfo: nothing, logDebug: nothing, logWarn: nothing, logError: nothing, setEnabled: nothing })
    .build()
}
