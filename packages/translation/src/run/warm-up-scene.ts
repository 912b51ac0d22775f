import { readerLimits } from '@kamar/core'
import type { WarmUpScene } from '@kamar/formats'
import type { PackageSink } from '@kamar/packager'
import { createPackageWriter } from '@kamar/packager/package-writer'

const discardingSink: PackageSink = {
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

/** Creates a scene that is packed like any other, so that V8 optimises the packager, and discards the package. */
export function createWarmUpScene(): WarmUpScene {
  return createPackageWriter({
    sink: discardingSink,
    limits: readerLimits,
    signal: new AbortController().signal,
    source: { name: 'warm-up', bytes: 0, formatId: 'none', reader: 'none' },
  })
}
