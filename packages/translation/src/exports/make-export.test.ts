import { expect, it, vi } from 'vitest'
import type { DerivativeStore } from '@kamar/storage'
import { makeExport } from './make-export.js'

it('makeExport writes nothing when it is aborted before it starts', async () => {
  const write = vi.fn()
  const derivatives = { write } as Partial<DerivativeStore> as DerivativeStore
  const signal = AbortSignal.abort(new RangeError('stopped'))
  const task = {
    name: 'glb',
    selection: null,
    translationId: 't',
    manifest: {},
    derivatives,
    signal,
    onFraction: () => undefined,
  } as const
  await expect(makeExport(task)).rejects.toThrow('stopped')
  expect(write).not.toHaveBeenCalled()
})
