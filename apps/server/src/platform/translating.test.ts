import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kamar/test-kit'
import { createTranslationEvents } from '@kamar/translation'
import { expect, it } from 'vitest'
import { startTestServer } from '../testing/test-server.js'
import { startTranslating } from './translating.js'

it('translation service logs an unreadable fallback font and starts without it', async () => {
  const fallbackFont = join(await temporaryFolder(), 'broken.ttf')
  writeFileSync(fallbackFont, 'no font at all, but long enough')
  const server = await startTestServer({ configuration: { workers: 1, warmReaders: false, fallbackFont } })
  const translating = startTranslating(server.services, createTranslationEvents(), { sandboxed: false })
  try {
    expect(await translating.isolation()).toBe('process')
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        path: fallbackFont,
        reason: 'mark of a font',
        msg: 'font of KAMAR_FALLBACK_FONT rejected',
      }),
    )
  } finally {
    await translating.stop()
    await server.close()
  }
})
