import { RecordingScene } from '@kamar/test-kit'
import type { WarmUpScene } from '../../reader-module.js'

/** Creates a scene in which readers warm up without a packager. */
export const createWarmUpScene = (): WarmUpScene =>
  Object.assign(new RecordingScene(), { finish: () => Promise.resolve(), close: () => undefined })
