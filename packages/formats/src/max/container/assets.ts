import { lastPathSegment } from '@kamar/codecs/text'
import { tryParse, RecordCursor } from '@kamar/codecs/records'
import { wideText } from './wide-text.js'

const identityBytes = 16

function readText(cursor: RecordCursor): string {
  const text = wideText(cursor.take(2 * cursor.u32()))
  cursor.skip(2)
  return text
}

/**
 * Reads the names of the files that a scene references, without their folders, by asset id; stops before a damaged row.
 */
export function readAssets(bytes: Uint8Array): ReadonlyMap<string, string> {
  const assets = new Map<string, string>()
  const cursor = new RecordCursor(bytes)
  tryParse(() => {
    while (cursor.left > 0) {
      const identity = Buffer.from(cursor.take(identityBytes)).toString('hex')
      readText(cursor)
      const path = readText(cursor)
      readText(cursor)
      assets.set(identity, lastPathSegment(path))
    }
  })
  return assets
}
