import { ApsConfiguration, type SdkManager, SdkManagerBuilder } from '@aps_sdk/autodesk-sdkmanager'
import { address } from './contract-server.js'

const nothing = (): void => undefined

/** Returns the manager of every @aps_sdk client: our address, without console output. */
export function sdkManagerOfOurs(): SdkManager {
  const configuration = new ApsConfiguration({})
  configuration.BaseAddress = new URL(address())
  return SdkManagerBuilder.create()
    .addApsConfiguration(configuration)
    .addLogger({ logInfo: nothing, logDebug: nothing, logWarn: nothing, logError: nothing, setEnabled: nothing })
    .build()
}
