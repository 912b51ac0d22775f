import { ApsConfiguration, type SdkManager, SdkManagerBuilder } from '@aps_sdk/autodesk-sdkmanager'
import { address } from './contract-server.js'

const noop = (): void => undefined

/** Returns the manager of every @aps_sdk client: our address, without console output. */
export function createLocalSdkManager(): SdkManager {
  const configuration = new ApsConfiguration({})
  configuration.BaseAddress = new URL(address())
  return SdkManagerBuilder.create()
    .addApsConfiguration(configuration)
    .addLogger({ logInfo: noop, logDebug: noop, logWarn: noop, logError: noop, setEnabled: noop })
    .build()
}
